import type { AtlasData, Happening, Variant } from '#atlas/build/types.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { parseTokenCode, TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

/** The filters of the looks. */
export const FILTERS = ['method', 'policy', 'service', 'languages'] as const;
export type Filter = (typeof FILTERS)[number];

/** The answer that is wanted of each filter; any where there is none. */
export type Wanted = Readonly<Partial<Record<Filter, string>>>;

type Words = { readonly ko: string; readonly en: string };
type FilterAnswer<Value> = Words & { readonly holds: (value: Value) => boolean };
type Answers<Value> = Readonly<Record<string, FilterAnswer<Value>>>;

const none = (values: object): boolean => Object.values(values).every((value) => !value);

export const POLICIES: Answers<Policy> = {
  password: {
    ko: '한 단계, 비밀번호 먼저',
    en: 'one step, the password first',
    holds: ({ secondAuth, fixedToken, authType }) => !secondAuth && !fixedToken && authType === 'other',
  },
  choice: {
    ko: '한 단계, 방식을 바로 고름',
    en: 'one step, the method chosen at once',
    holds: ({ secondAuth, fixedToken, authType }) => !secondAuth && !fixedToken && authType === 'otp',
  },
  second: { ko: '두 단계', en: 'two steps', holds: ({ secondAuth }) => secondAuth },
  fixed: { ko: '정해진 방식', en: 'a fixed method', holds: ({ fixedToken }) => fixedToken !== null },
  unregistered: {
    ko: '등록한 것이 없음',
    en: 'nothing registered',
    holds: ({ userTokens }) => none(userTokens),
  },
  noSelfAuth: { ko: '본인 확인 방법 없음', en: 'no identity check', holds: ({ selfAuth }) => none(selfAuth) },
};

/** What a client service offers before anybody is known. */
type FilterService = { readonly idOtp: boolean; readonly passkey: boolean; readonly qrCode: boolean };

export const SERVICES: Answers<FilterService | null> = {
  unknown: { ko: '아직 알려지지 않음', en: 'not known yet', holds: (service) => service === null },
  id: { ko: '아이디로 로그인', en: 'by ID', holds: (service) => service?.idOtp === true },
  withoutId: { ko: '아이디 입력 없이', en: 'without an ID', holds: (service) => service?.idOtp === false },
  passkey: {
    ko: '패스키를 바로 제공',
    en: 'offers a passkey',
    holds: (service) => service?.passkey === true,
  },
  qr: { ko: 'QR 코드를 바로 제공', en: 'offers a QR code', holds: (service) => service?.qrCode === true },
};

/** So much longer a text breaks where the other does not. */
const MUCH_LONGER = 2;

const valuesIn = (text: string): readonly string[] => text.match(/\{\w+/g) ?? [];

/** How a text differs from one language to the other. */
export const LANGUAGE_DIFFERENCES: Answers<Words> = {
  longer: {
    ko: '영어가 두 배 넘게 긴 문구',
    en: 'a text more than twice as long in English',
    holds: ({ ko, en }) => en.length > ko.length * MUCH_LONGER,
  },
  order: {
    ko: '들어가는 값의 순서가 다른 문구',
    en: 'a text with its values in another order',
    holds: ({ ko, en }) => valuesIn(ko).join() !== valuesIn(en).join(),
  },
};

/** Flows that are one method. */
const FLOW_METHODS: Readonly<Record<string, TokenCode>> = {
  emergency: TOKEN_CODES.emergency,
  password: TOKEN_CODES.password,
  push: TOKEN_CODES.push,
  qr: TOKEN_CODES.qr,
  passkey: TOKEN_CODES.passkey,
};

type Path = Pick<AtlasData, 'happenings' | 'moments' | 'places'>;

function pathTo({ moments, happenings }: Path, moment: number): readonly Happening[] {
  const path: Happening[] = [];
  for (let at = moment; at >= 0; at = moments[at]?.[0] ?? -1) {
    const happening = happenings[moments[at]?.[1] ?? -1];
    if (happening) path.push(happening);
  }
  return path.reverse();
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const inside = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);

/** What a path has established: the policy, the service, and the requested method. */
type PathFacts = {
  readonly policy: Policy | null;
  readonly service: FilterService | null;
  readonly method: TokenCode | null;
};

const NO_FACTS: PathFacts = { policy: null, service: null, method: null };

function factsAfter(before: PathFacts, { event }: Happening): PathFacts {
  const policy = inside(event, 'output', 'value', 'policy') as Policy | undefined;
  if (policy) return { ...before, policy, method: policy.fixedToken?.tokenCode ?? before.method };
  if (event.type === 'client.learned') return { ...before, service: event['config'] as FilterService };
  const chosen = TOKEN_CODES[event['method'] as keyof typeof TOKEN_CODES];
  const type = /[?&]type=(-?\w+)/.exec(String(event['address'] ?? ''))?.[1];
  return { ...before, method: chosen ?? parseTokenCode(type) ?? before.method };
}

/** The flows that serve several methods, such as a code by SMS or by mail. */
const METHOD_FLOWS = ['sent-code', 'device-code', 'openMethod'];

/** The method of a place: that of its flow, or the requested one where a flow serves several. */
function methodAt(place: readonly string[], { method }: PathFacts): TokenCode | null {
  const parts = place.flatMap((id) => id.split('.'));
  const own = parts.map((part) => FLOW_METHODS[part]).find((code) => code !== undefined);
  return own ?? (parts.some((part) => METHOD_FLOWS.includes(part)) ? method : null);
}

/** The looks of a state that pass the filters. */
export type Left = { readonly state: string; readonly looks: readonly Variant[] };

type Filtered = Path & Pick<AtlasData, 'states' | 'keys' | 'texts'>;

/** The states with looks that pass the filters, each with these looks. */
export function filtered(data: Filtered, wanted: Wanted): readonly Left[] {
  const { method, policy, service, languages } = wanted;
  const isWanted = ({ moment }: Variant): boolean => {
    const known = pathTo(data, moment).reduce(factsAfter, NO_FACTS);
    const place = data.places[data.moments[moment]?.[2] ?? -1] ?? [];
    return (
      (!method || methodAt(place, known) === method) &&
      (!policy || (known.policy !== null && POLICIES[policy]?.holds(known.policy) === true)) &&
      (!service || SERVICES[service]?.holds(known.service) === true)
    );
  };
  const differs = (state: string): boolean =>
    Object.keys(data.keys[state] ?? {}).some((key) =>
      LANGUAGE_DIFFERENCES[languages ?? '']?.holds({
        ko: data.texts.ko[key] ?? '',
        en: data.texts.en[key] ?? '',
      }),
    );
  return Object.entries(data.states)
    .filter(([state]) => !languages || differs(state))
    .map(([state, { variants }]) => ({ state, looks: variants.filter(isWanted) }))
    .filter(({ looks }) => looks.length > 0);
}

/** The chosen filters in an address, such as `method.10~policy.second`. */
export const writeWanted = (wanted: Wanted): string =>
  FILTERS.flatMap((filter) => (wanted[filter] ? [`${filter}.${wanted[filter]}`] : [])).join('~');

/** Reads the chosen filters from an address; an unknown value counts as any. */
export const readWanted = (text: string | null): Wanted =>
  Object.fromEntries(
    (text ?? '')
      .split('~')
      .map((part) => part.split('.'))
      .filter(([name = '', answer = '']) => FILTERS.some((filter) => filter === name) && answer !== ''),
  );
