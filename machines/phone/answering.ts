import { failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import type { Args } from './phone.setup.ts';
import type { PhoneAnswer, ResultMessage } from './phone.types.ts';

type DoneArgs = { readonly event: { readonly output: Result<undefined> } };

const outputOf = ({ event }: DoneArgs) => event.output;

/**
 * A state that sends the person's answer to the portal.
 * @param choiceOf the chosen value; null denies the request
 * @param notice the message after the portal has accepted the answer
 */
export const requestAnswerState = (
  description: string,
  choiceOf: (args: Args) => string | null,
  notice: Extract<ResultMessage, 'approved' | 'refused'>,
) =>
  ({
    description,
    tags: 'busy',
    invoke: {
      id: 'answerRequest',
      src: 'answerRequest',
      input: (args: Args): PhoneAnswer => {
        const { request } = args.context;
        if (request === null) throw new Error('There is no request to answer');
        return { request, choice: choiceOf(args) };
      },
      onDone: [
        {
          guard: { type: 'isAnswered', params: outputOf },
          target: '#phone.home',
          actions: { type: 'setNotice', params: notice },
        },
        {
          guard: { type: 'isMismatch', params: outputOf },
          target: '#phone.home',
          actions: { type: 'setNotice', params: 'mismatched' },
        },
        {
          guard: { type: 'isRequestEnded', params: outputOf },
          target: '#phone.home',
          actions: { type: 'setNotice', params: 'over' },
        },
        {
          target: 'answerFailed',
          actions: { type: 'setFailure', params: ({ event }: DoneArgs) => failureOf(event.output) },
        },
      ],
      onError: { target: 'answerFailed', actions: { type: 'setFailure', params: UNEXPECTED } },
    },
  }) as const;
