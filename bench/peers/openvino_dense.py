"""OpenVINO: the same convolution on dense tensors, one thread, `f32`.

Timed: one inference of a compiled model whose only operation is the convolution, with the filter as a constant. The channels of an
image come first, as OpenVINO wants them: the image is brought into that order before. Needs `pip install openvino`.
"""

import numpy as np

from .contender import Contender, NotApplicable


def contender():
    def bind(problem):
        if problem.kernel.element != "f32" or not hasattr(problem.kernel, "convolved"):
            raise NotApplicable
        try:
            import openvino
            from openvino import opset8
        except ImportError as missing:
            raise NotApplicable from missing
        image, filter = problem.kernel.convolved(problem)
        rank = image.ndim - 2
        parameter = opset8.parameter(image.shape, np.float32)
        result = opset8.convolution(parameter, opset8.constant(filter), [1] * rank, [0] * rank, [0] * rank, [1] * rank)
        settings = {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"}
        request = openvino.Core().compile_model(openvino.Model([result], [parameter]), "CPU", settings).create_infer_request()
        request.set_input_tensor(openvino.Tensor(image))

        def call():
            request.infer()

        call.result = lambda: np.moveaxis(request.get_output_tensor().data[0], 0, -1)
        return call

    return Contender("dense", "OpenVINO", True, bind)
