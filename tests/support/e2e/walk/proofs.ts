import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { LANGUAGES, type TextKey, textIn } from '#tests/support/e2e/texts.ts';
import type { Random } from '#tests/support/journey/random.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { NEW_PASSWORD, type PresentedProofs, WALKERS, type WalkerProof } from './people.ts';

/** The calls of the lab that read codes. */
export type CodeSource = Pick<
  Devices,
  'issueEmergencyCode' | 'newestCode' | 'pressCard' | 'touchYubikey' | 'appCode'
>;

/** The kind of proof that a code gives, and the call that reads the code. */
type ReadableCode = {
  readonly proof: WalkerProof;
  readonly read: (devices: CodeSource, userId: string) => Promise<string>;
};

/** The codes that a person can read, by the type code of the method (spec section 2). */
const CODES: Readonly<Record<string, ReadableCode>> = {
  '0': { proof: 'administrator', read: (devices, userId) => devices.issueEmergencyCode(userId) },
  '1': { proof: 'sent code', read: (devices, userId) => devices.newestCode(userId, 'sms') },
  '2': { proof: 'sent code', read: (devices, userId) => devices.newestCode(userId, 'inmail') },
  '3': { proof: 'sent code', read: (devices, userId) => devices.newestCode(userId, 'exmail') },
  '7': { proof: 'device code', read: (devices, userId) => devices.pressCard(userId) },
  '8': { proof: 'device code', read: (devices, userId) => devices.touchYubikey(userId) },
  '9': { proof: 'device code', read: (devices, userId) => devices.appCode(userId) },
};

/** Type codes of methods that send their code through two channels, with the type code of one of the channels. */
const SENT_TOGETHER: Readonly<Record<string, string>> = { '4': '1', '5': '1', '6': '2' };

/** The titles of all methods in both languages, with the type code of the method. */
const TITLES = LANGUAGES.flatMap((language) => {
  const text = textIn(language);
  const namedCodes = Object.values(TYPE_CODES).filter((code) => code !== TYPE_CODES.faceId);
  return namedCodes.map((code) => [code, text(`title.method.${code}` as TextKey)] as const);
});

/** The type code of the method that is named in the titles of a screen; null if no method is named. */
export function methodNamed(titles: readonly string[]): string | null {
  const [code] = TITLES.find(([, title]) => titles.some((text) => text.trim().startsWith(title))) ?? [];
  return code ?? null;
}

const WRONG_CODES = ['000000', '12345', 'null', '١٢٣٤٥٦', 'x'.repeat(60)];
const ODD_TEXTS = [
  '가나다',
  '<b>kim</b>',
  ' ',
  'a|b',
  'x'.repeat(300),
  '01012345678',
  'haneul.kim@hanbit.example',
];
const OTHER_IDS = ['nobody', 'KIM ', '<b>', 'x'.repeat(80)];

/** A text that a person types, and the kind of proof that the text gives; null if the text gives no proof. */
export type TypedText = {
  readonly text: string;
  readonly proof: WalkerProof | null;
  readonly isSecret: boolean;
};

/** The walker, and the sources of the texts that they type. */
export type TypingWalk<Page> = {
  readonly userId: string;
  readonly devices: CodeSource;
  readonly random: Random;
  readonly presentedProofs: PresentedProofs;
  /** The type code of the method whose screen is shown; null if the screen belongs to no method. */
  readonly methodOn: (page: Page) => Promise<string | null>;
};

async function codeFor<Page>(page: Page, walk: TypingWalk<Page>): Promise<TypedText> {
  const { userId, devices, random, methodOn } = walk;
  if (random.next() < 0.25) return { text: random.pick(WRONG_CODES), proof: null, isSecret: true };
  const method = (await methodOn(page)) ?? random.pick(Object.keys(CODES));
  const code = CODES[SENT_TOGETHER[method] ?? method];
  const text = (await code?.read(devices, userId).catch(() => '')) ?? '';
  return text && code
    ? { text, proof: code.proof, isSecret: true }
    : { text: '000000', proof: null, isSecret: true };
}

/** A text that a person may type into a field, by the purpose of the field. */
export async function textFor<Page>(
  page: Page,
  control: { readonly autocomplete: string },
  walk: TypingWalk<Page>,
): Promise<TypedText> {
  const { userId, random, presentedProofs } = walk;
  const { pick } = random;
  const hasPurpose = (purpose: string) => control.autocomplete.split(' ').includes(purpose);
  if (hasPurpose('username')) {
    const id = random.next() < 0.8 ? userId : pick([...WALKERS.map((walker) => walker.userId), ...OTHER_IDS]);
    presentedProofs.enterId(id.trim().toLowerCase());
    return { text: id, proof: null, isSecret: false };
  }
  if (hasPurpose('current-password')) {
    const text = pick([SEED_PASSWORD, SEED_PASSWORD, SEED_PASSWORD, NEW_PASSWORD, 'wrong password 1!']);
    return { text, proof: text.startsWith('wrong') ? null : 'password', isSecret: true };
  }
  if (hasPurpose('new-password')) {
    const text = random.next() < 0.85 ? NEW_PASSWORD : pick(['short', SEED_PASSWORD]);
    return { text, proof: text === NEW_PASSWORD ? 'new password' : null, isSecret: true };
  }
  if (hasPurpose('one-time-code')) return codeFor(page, walk);
  return { text: pick(ODD_TEXTS), proof: null, isSecret: false };
}
