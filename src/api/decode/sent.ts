import { type GenericSchema, object } from 'valibot';
import { flag, text } from '#src/api/decode/fields.ts';

/** `result`: whether the call succeeded. `message`: the server's message if it did not succeed. */
export type SendResult = { readonly result: boolean; readonly message: string };

/** Decodes the answer of POST /auth/oauth2/send/* and of the identity check (spec section 7). */
export const sendResult: GenericSchema<unknown, SendResult> = object({ result: flag, message: text });
