import { hmac } from '#src/api/hmac.ts';

/** How long a server keeps the outcome of a submission, in milliseconds (decision 222). */
const REMEMBERED_MS = 60_000;

const NAME_BYTES = 16;

type Unanswered = { readonly mark: string; readonly name: string; readonly at: number };

export type Submission = {
  /** What it is called on the wire. */
  readonly name: string;
  /** The server has answered it: the same once more is another one. */
  readonly end: () => void;
};

const newName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(NAME_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/**
 * Names what is submitted. The same that is submitted again within a minute after no answer came has the same name, by
 * which a server gives it the same outcome. Of what was sent only a keyed hash is kept.
 * @param steady a clock of the device that nobody sets, in milliseconds
 */
export function nameSubmissions(steady: () => number) {
  const key = newName();
  let unanswered: readonly Unanswered[] = [];
  return {
    begin(content: string): Submission {
      const mark = hmac(key, content);
      const recent = unanswered.filter(({ at }) => steady() - at < REMEMBERED_MS);
      const name = recent.find((one) => one.mark === mark)?.name ?? newName();
      unanswered = [...recent.filter((one) => one.mark !== mark), { mark, name, at: steady() }];
      return {
        name,
        end() {
          unanswered = unanswered.filter((one) => one.name !== name);
        },
      };
    },
  };
}
