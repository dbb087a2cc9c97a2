//! The schedule of a kernel, as `--emit schedule` prints it: what was asked for, and what the compiler decided itself, where saying so changes
//! nothing. Each schedule that is tried is compiled, and its code compared.
//!
//! Left out: what schedules have no word for, such as conversions. The compiler decides that again, and in the same way.

use super::{EvalError, schedule};
use crate::{
    compiler::{CompileError, Compiler},
    frontend::Program,
};
use lacuna_dialects::sloop::schedule::{LoopSchedule, ScheduleStep};
use lacuna_notation::ast::{self, Assignment};
use lacuna_passes::pipeline::{Lacuna, Phase};

/// A program whose loops can be scheduled otherwise.
pub struct Schedulable<'a> {
    /// The statements.
    pub program: &'a ast::Program,
    /// What was asked of each.
    pub asked: &'a [LoopSchedule],
    /// The program as IR, with these schedules.
    pub lower: &'a dyn Fn(&[LoopSchedule]) -> Result<Program, EvalError>,
}

impl Schedulable<'_> {
    /// The schedule on one line, in the words in which it can be asked for.
    pub fn printed(&self, options: &Lacuna) -> Result<String, EvalError> {
        let own = self.compiled(self.asked, options)?;
        let found = self.decided(options)?;
        let mut all = self.asked.to_vec();
        let mut added = Vec::new();
        for (place, step) in found {
            if let Some(more) = self.with_step(&all, place, &step) {
                all = more;
                added.push((place, step));
            }
        }
        if !self.is_same(&all, options, &own) {
            all = self.asked.to_vec();
            for (place, step) in added {
                if let Some(more) = self.with_step(&all, place, &step).filter(|more| self.is_same(more, options, &own))
                {
                    all = more;
                }
            }
        }
        Ok(self.text(&all))
    }

    /// What was decided about the loops of each statement.
    fn decided(&self, options: &Lacuna) -> Result<Vec<(usize, ScheduleStep)>, EvalError> {
        let compiler = Compiler::new();
        let mut compilation = compiler.start(&(self.lower)(self.asked)?.text, options.clone())?;
        let statements = &self.program.statements;
        let mut found = Vec::new();
        for factor in compilation.factor_orders()? {
            let has_factors = |statement: &Assignment| schedule::check_factors(&factor, statement).is_ok();
            let places = (0..statements.len()).filter(|place| has_factors(&statements[*place]));
            found.extend(places.map(|place| (place, ScheduleStep::Factor(factor.clone()))));
        }
        for schedule in compilation.schedules()? {
            for place in (0..statements.len()).filter(|place| statements[*place].target.tensor == schedule.result) {
                found.extend(schedule.steps.iter().map(|step| (place, step.clone())));
            }
        }
        Ok(found)
    }

    /// Schedules with one step more; none if it cannot be said beside the others.
    fn with_step(&self, schedules: &[LoopSchedule], place: usize, step: &ScheduleStep) -> Option<Vec<LoopSchedule>> {
        let mut more = schedules.to_vec();
        more[place].steps.push(step.clone());
        let text = more[place].to_string();
        schedule::read_one(&text, &self.program.statements[place]).ok().map(|_| more)
    }

    /// Whether these schedules lead to this code.
    fn is_same(&self, schedules: &[LoopSchedule], options: &Lacuna, code: &str) -> bool {
        self.compiled(schedules, options).is_ok_and(|other| other == code)
    }

    /// The code that these schedules lead to.
    fn compiled(&self, schedules: &[LoopSchedule], options: &Lacuna) -> Result<String, EvalError> {
        let compiler = Compiler::new();
        let text = |program: Program| -> Result<String, CompileError> {
            let mut compilation = compiler.start(&program.text, options.clone())?;
            compilation.advance(Phase::Llvm)?;
            compilation.text()
        };
        Ok(text((self.lower)(schedules)?)?)
    }

    /// Schedules on one line. Where there are several statements, each says of which it is.
    fn text(&self, schedules: &[LoopSchedule]) -> String {
        let statements = &self.program.statements;
        let name = |place: usize| {
            let target = &statements[place].target.tensor;
            let is_only = statements.iter().filter(|other| other.target.tensor == *target).count() == 1;
            if is_only { target.clone() } else { (place + 1).to_string() }
        };
        let said = schedules.iter().enumerate().filter(|(_, schedule)| !schedule.is_empty());
        let texts: Vec<_> = match statements.len() {
            1 => said.map(|(_, schedule)| schedule.to_string()).collect(),
            _ => said.map(|(place, schedule)| format!("{}: {schedule}", name(place))).collect(),
        };
        texts.join("; ")
    }
}
