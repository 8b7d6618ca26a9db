import { type GenericSchema, safeParse } from 'valibot';

/** Decodes an answer. */
export function decode<Value>(schema: GenericSchema<unknown, Value>, answer: unknown): Value | 'malformed' {
  const decoded = safeParse(schema, answer);
  return decoded.success ? decoded.output : 'malformed';
}

/** Values of a flag that are read as off, and those that are read as on. */
export const OFF = ['N', 'n', '', '0', 'true', ' Y', 0, 2, false, null, {}, ['Y']];
export const ON = ['Y', 'y', '1', 1, true];
