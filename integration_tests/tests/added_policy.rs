//! A policy of workspaces that the compiler does not have: one file, which the pipeline and schedules know once it is added.

use lacuna_dialects::{
    builder::{Builder, ComparePredicate},
    ir::Value,
};
use lacuna_integration_tests::request::{MEMORY, expect_right, request};
use lacuna_layout::policy::{Keeps, Policy, Properties, Terms, WhenFull};
use lacuna_passes::scf::workspaces::{
    policies::add,
    policy::{Accumulation, PolicyCode},
};
use lacuna_tools::eval::{Request, Stage, evaluate};

/// The array is in order all the time: a component moves those with larger keys, and meets the one that has its own.
struct Shifted;

static ROW: Properties = Properties {
    word: "shifted",
    keeps: Keeps::Components { terms: Terms::InParts, when_full: WhenFull::Merged },
    point_cost: 40.0,
    order_cost: 0.0,
    says: "shifts larger points",
};

impl PolicyCode for Shifted {
    fn properties(&self) -> &'static Properties {
        &ROW
    }

    fn insert<'c>(
        &self,
        builder: &Builder<'c>,
        array: &Accumulation<'c>,
        key: Value<'c>,
        value: Value<'c>,
    ) -> Value<'c> {
        let one = builder.index(1);
        let keys = array.components.keys;
        let before = |builder: &Builder<'c>, place| builder.binary("arith.subi", place, one);
        let no = |builder: &Builder<'c>| vec![builder.number(0.0, builder.bool_type())];
        let types = [builder.bool_type()];
        let compared = |builder: &Builder<'c>, place, predicate| {
            let is_inside = builder.compare(ComparePredicate::UnsignedLess, array.low, place);
            let other = |builder: &Builder<'c>| {
                vec![builder.compare(predicate, key, builder.load(keys, &[before(builder, place)]))]
            };
            builder.if_else(is_inside, &types, other, no)[0]
        };
        let place = builder.while_loop(
            &[array.high],
            |builder, place| compared(builder, place[0], ComparePredicate::UnsignedLess),
            |builder, place| vec![before(builder, place[0])],
        )[0];
        let is_known = compared(builder, place, ComparePredicate::Equal);
        let known = |builder: &Builder<'c>| {
            array.combine_at(builder, before(builder, place), value);
            vec![array.high]
        };
        let new = |builder: &Builder<'c>| {
            let moved = builder.binary("arith.subi", array.high, place);
            builder.for_loop((builder.index(0), moved, one), &[], |builder, at, _| {
                let to = builder.binary("arith.subi", array.high, at);
                array.components.copy(builder, before(builder, to), array.components, to);
                Vec::new()
            });
            array.components.store(builder, place, (key, value));
            vec![builder.binary("arith.addi", array.high, one)]
        };
        builder.if_else(is_known, &[builder.index_type()], known, new)[0]
    }

    fn sort<'c>(&self, builder: &Builder<'c>, _: &Accumulation<'c>) -> Value<'c> {
        builder.number(0.0, builder.bool_type())
    }
}

fn product(schedule: &str) -> Request {
    let mut made = request("C(i,j) = A(i,k) * B(k,j)");
    for (name, format) in [("A", "csc"), ("B", "csr"), ("C", "csr")] {
        made.formats.insert(name.to_owned(), format.to_owned());
    }
    for (name, seed) in [("A", 1), ("B", 2)] {
        made.inputs.insert(name.to_owned(), format!("random:density=0.2,seed={seed}").into());
    }
    made.sizes = [("i", 12), ("j", 11), ("k", 10)].map(|(name, size)| (name.to_owned(), size)).into();
    made.schedule = Some(schedule.to_owned());
    made.memory = MEMORY;
    made
}

#[test]
fn policies_are_added_in_one_file() {
    assert_eq!("shifted".parse::<lacuna_layout::policy::Keeping>().ok(), None, "nobody knows it yet");
    add(&Shifted).expect("its name is new");
    assert!(add(&Shifted).is_err(), "it is there already");
    assert!(Policy::named("shifted").is_some());
    for capacity in [1, 3, 1000] {
        let schedule = format!("reorder(k,i,j); precompute(i,j, policy=shifted, capacity={capacity})");
        expect_right(&product(&schedule));
    }
    let mut shown = product("reorder(k,i,j); precompute(i,j, policy=shifted)");
    shown.emit = vec![Stage::Plan];
    let report = evaluate(&shown, None).expect("the kernel is compiled");
    assert!(report.emitted[0].1.contains("which shifts larger points"), "{}", report.emitted[0].1);
}
