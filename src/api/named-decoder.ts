import type { InferOutput } from 'valibot';
import type { NAMED_DECODERS } from '#src/api/decode/named-decoders.ts';

type Decoders = typeof NAMED_DECODERS;

/** A decoder of the first screens by its name; its code is loaded later, together with the client. */
export type NamedDecoder<Value> = { readonly decoder: keyof Decoders; readonly decodes?: Value };

/** Names a decoder of the first screens, with the type of its value. */
export const namedDecoder = <Name extends keyof Decoders>(
  name: Name,
): NamedDecoder<InferOutput<Decoders[Name]>> => ({ decoder: name });
