import type { PasskeyAnswer, PasskeyRequest } from './passkey.ts';
import { port } from './port.ts';
import { type Result, UNEXPECTED } from './result.ts';

export type StartAnswer = Result<PasskeyRequest>;

/** Context of a WebAuthn ceremony: the request of the server. */
export type CeremonyContext = { readonly request: PasskeyRequest | null };

/** The two ports of a WebAuthn ceremony: the server's request and the browser's prompt. */
export const ceremonyPorts = <Input extends object>(flow: string) => ({
  startAssertion: port<StartAnswer, Input>(`${flow}.startAssertion`),
  getAssertion: port<PasskeyAnswer, { request: PasskeyRequest }>(`${flow}.getAssertion`),
});

/** The request of the server. Throws for a context without one. */
export function requireRequest({ request }: CeremonyContext): { readonly request: PasskeyRequest } {
  if (!request) throw new Error('A passkey ceremony needs a request of the server');
  return { request };
}

type DoneArgs = { readonly event: { readonly output: PasskeyAnswer } };

/**
 * The state in which the browser prompts for a passkey. A machine that has it provides the guards `isGiven` and
 * `isCancelled`, and the actions `setAssertion`, `setCancelled` and `setNoPasskeyProblem`.
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
        { target: failed, actions: { type: 'setNoPasskeyProblem', params: UNEXPECTED } },
      ],
      onError: { target: failed, actions: { type: 'setNoPasskeyProblem', params: UNEXPECTED } },
    },
  }) as const;
