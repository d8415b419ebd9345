#include "jit/tier/machine_code.h"

namespace fungescope::jit {

void flush_output_buffer(NativeContext& context) {
  context.output_buffer.flush(context.run->ports.output, context.run->machine.output_size);
}

extern "C" {

std::uint64_t fungescope_put_byte(NativeContext* context, std::int64_t value) {
  const BlockRun& run = *context->run;
  return context->output_buffer.put_byte(run.ports.output, value, run.machine.output_size) ? 1 : 0;
}

std::uint64_t fungescope_put_number(NativeContext* context, std::int64_t value) {
  const BlockRun& run = *context->run;
  return context->output_buffer.put_number(run.ports.output, value, run.machine.output_size) ? 1
                                                                                             : 0;
}

std::uint64_t fungescope_read_byte(NativeContext* context) {
  flush_output_buffer(*context);
  Machine& machine = context->run->machine;
  const int byte = context->run->ports.input.at(machine.input_position);
  if (byte == Input::not_yet) return 0;
  if (byte != Input::end) ++machine.input_position;
  context->input = byte;
  return 1;
}

std::uint64_t fungescope_read_number(NativeContext* context) {
  flush_output_buffer(*context);
  Machine& machine = context->run->machine;
  const NumberRead read =
      read_number(context->run->ports.input, machine.input_position, machine.dialect.number_input);
  if (read.outcome == NumberRead::Outcome::not_yet) return 0;
  machine.input_position = read.position;
  context->input = read.outcome == NumberRead::Outcome::number ? read.value : -1;
  return 1;
}

}  // extern "C"

}  // namespace fungescope::jit
