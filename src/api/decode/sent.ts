import { type GenericSchema, object } from 'valibot';
import { flag, text } from '#src/api/decode/fields.ts';

/** Whether a code was sent, and the server's message if not. */
export type SendResult = { readonly result: boolean; readonly message: string };

/** Answer of POST /auth/oauth2/send/* (spec section 7). */
export const sendResult: GenericSchema<unknown, SendResult> = object({ result: flag, message: text });
