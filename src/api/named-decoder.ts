import type { InferOutput } from 'valibot';
import type { NAMED_DECODERS } from '#src/api/decode/named-decoders.ts';

type Decoders = typeof NAMED_DECODERS;

/**
 * A reference to a decoder of the first screens, whose code loads later, together with the client. The field `decodes`
 * has no value: it only carries the type of the decoded value.
 */
export type NamedDecoder<Value> = { readonly decoder: keyof Decoders; readonly decodes?: Value };

/** Returns a reference to the decoder with this name. */
export const namedDecoder = <Name extends keyof Decoders>(
  name: Name,
): NamedDecoder<InferOutput<Decoders[Name]>> => ({ decoder: name });
