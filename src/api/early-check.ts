import { POLICY_CHECK } from '#wire/names.ts';
import { EARLY, type EarlyCheck } from '#wire/server-portal.ts';

/** Where the inline script of the page stores the call that it has made. */
export type Early = { [EARLY]?: EarlyCheck };

/** A call as the page itself would have made it. */
type EarlyCall = {
  readonly path: string;
  /** Text of its body. */
  readonly body: string | undefined;
  readonly language: string;
};

/**
 * Takes over the call that the inline script has made: its answer is used once, for the same call.
 * @returns the pending answer; null for another call, or when the answer has been used
 */
export function earlyAnswers(page: Early): (call: EarlyCall) => Promise<Response> | null {
  let early = page[EARLY];
  page[EARLY] = { over: true };
  return ({ path, body, language }) => {
    const isSame = path === POLICY_CHECK && early?.body === body && early?.language === language;
    const answer = isSame ? early?.answer : undefined;
    if (path === POLICY_CHECK) early = undefined;
    return answer ?? null;
  };
}
