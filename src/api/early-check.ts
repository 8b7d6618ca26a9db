import { EARLY, type EarlyCheck } from '#wire/first-screen.ts';
import { POLICY_CHECK } from '#wire/names.ts';

/** Where the script that stands in the page keeps what it has asked. */
export type Early = { [EARLY]?: EarlyCheck };

/** A call as the page itself would have made it. */
type Asked = {
  readonly path: string;
  /** Text of its body. */
  readonly body: string | undefined;
  readonly language: string;
};

/**
 * From now on the page makes no call itself. What it has asked is answered once, to whoever asks the same.
 * @returns the answer that is under way; null where the page has not asked this, or somebody has had it
 */
export function earlyAnswers(page: Early): (asked: Asked) => Promise<Response> | null {
  let early = page[EARLY];
  page[EARLY] = { over: true };
  return ({ path, body, language }) => {
    const isSame = path === POLICY_CHECK && early?.body === body && early?.language === language;
    const answer = isSame ? early?.answer : undefined;
    if (path === POLICY_CHECK) early = undefined;
    return answer ?? null;
  };
}
