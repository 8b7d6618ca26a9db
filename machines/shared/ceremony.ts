import type { PasskeyAnswer, PasskeyRequest } from './passkey.ts';
import { port } from './port.ts';
import { type Result, UNEXPECTED } from './result.ts';

export type StartAnswer = Result<PasskeyRequest>;

/** What the ceremony of a passkey keeps: what the server wants to have signed. */
export type CeremonyContext = { readonly request: PasskeyRequest | null };

/** The two halves of the ceremony: what has to be signed, and the browser that asks the person. */
export const ceremonyPorts = <Input extends object>(flow: string) => ({
  startAssertion: port<StartAnswer, Input>(`${flow}.startAssertion`),
  askPasskey: port<PasskeyAnswer, { request: PasskeyRequest }>(`${flow}.askPasskey`),
});

/** The request of the server. Rejects a context without one: the browser is asked only with it. */
export function requestIn({ request }: CeremonyContext): { readonly request: PasskeyRequest } {
  if (!request) throw new Error('A passkey is asked for only with a request of the server');
  return { request };
}

type Answered = { readonly event: { readonly output: PasskeyAnswer } };

/**
 * The state in which the browser asks for a passkey. A machine that has it tells when an answer `isGiven` and
 * `isCancelled`, and does `noteGiven`, `noteCancelled` and `noteNoPasskey`.
 */
export const askingPasskey = <Given extends string, Cancelled extends string, Failed extends string>({
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
      id: 'askPasskey',
      src: 'askPasskey',
      input: ({ context }: { readonly context: CeremonyContext }) => requestIn(context),
      onDone: [
        {
          guard: { type: 'isGiven', params: ({ event }: Answered) => event.output },
          target: given,
          actions: { type: 'noteGiven', params: ({ event }: Answered) => event.output },
        },
        {
          guard: { type: 'isCancelled', params: ({ event }: Answered) => event.output },
          target: cancelled,
          actions: 'noteCancelled',
        },
        { target: failed, actions: { type: 'noteNoPasskey', params: UNEXPECTED } },
      ],
      onError: { target: failed, actions: { type: 'noteNoPasskey', params: UNEXPECTED } },
    },
  }) as const;
