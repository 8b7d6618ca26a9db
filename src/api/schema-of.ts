import type { GenericSchema } from 'valibot';
import { NAMED_DECODERS } from '#src/api/decode/named-decoders.ts';
import type { NamedDecoder } from '#src/api/named-decoder.ts';

/** The schema that decodes an answer: the given schema, or the schema of a decoder that is given by its name. */
export const schemaOf = <Value>(
  schemaOrDecoder: GenericSchema<unknown, Value> | NamedDecoder<Value>,
): GenericSchema<unknown, Value> =>
  // The cast is safe because `namedDecoder` has given the value the type of its decoder.
  'decoder' in schemaOrDecoder
    ? (NAMED_DECODERS[schemaOrDecoder.decoder] as GenericSchema<unknown, unknown> as GenericSchema<
        unknown,
        Value
      >)
    : schemaOrDecoder;
