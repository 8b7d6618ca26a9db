import type { PasskeyAnswer, PasskeyRequest } from './passkey.ts';
import { port } from './port.ts';
import { type Result, UNEXPECTED } from './result.ts';

/** The result of the call that starts a ceremony. */
export type PasskeyRequestResult = Result<PasskeyRequest>;

/** Context of a WebAuthn ceremony: the challenge that the server has sent. */
export type CeremonyContext = { readonly request: PasskeyRequest | null };

/** The two ports of a WebAuthn ceremony: `startAssertion` fetches the challenge, `getAssertion` opens the browser's prompt. */
export const ceremonyPorts = <Input extends object>(flow: string) => ({
  startAssertion: port<PasskeyRequestResult, Input>(`${flow}.startAssertion`),
  getAssertion: port<PasskeyAnswer, { request: PasskeyRequest }>(`${flow}.getAssertion`),
});

/** Input of the browser's prompt. Throws when the server has not sent a challenge. */
export function requireRequest({ request }: CeremonyContext): { readonly request: PasskeyRequest } {
  if (!request) throw new Error('The passkey prompt requires a request');
  return { request };
}

type DoneArgs = { readonly event: { readonly output: PasskeyAnswer } };

/**
 * The state in which the browser prompts for a passkey. A machine that has it provides the guards `isGiven` and
 * `isCancelled`, and the actions `setAssertion`, `setCancelled` and `setPasskeyProblem`. The parameters `given`,
 * `cancelled` and `failed` are the states that follow.
 */
export const getAssertionState = <Given extends string, Cancelled extends string, Failed extends string>({
  description,
  given,
  cancelled,
  failed,
}: {
  readonly description: string;
  readonly given: Given;
  readonly cancelled: Cancelled;
  readonly failed: Failed;
}) =>
  ({
    description,
    invoke: {
      id: 'getAssertion',
      src: 'getAssertion',
      input: ({ context }: { readonly context: CeremonyContext }) => requireRequest(context),
      onDone: [
        {
          guard: { type: 'isGiven', params: ({ event }: DoneArgs) => event.output },
          target: given,
          actions: { type: 'setAssertion', params: ({ event }: DoneArgs) => event.output },
        },
        {
          guard: { type: 'isCancelled', params: ({ event }: DoneArgs) => event.output },
          target: cancelled,
          actions: 'setCancelled',
        },
        { target: failed, actions: { type: 'setPasskeyProblem', params: UNEXPECTED } },
      ],
      onError: { target: failed, actions: { type: 'setPasskeyProblem', params: UNEXPECTED } },
    },
  }) as const;
