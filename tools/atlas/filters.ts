import type { Filter, PathEvent } from '#atlas/screens/types.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { parseTokenCode, TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

type Words = { readonly ko: string; readonly en: string };
type FilterAnswer<Value> = Words & { readonly holds: (value: Value) => boolean };
type Answers<Value> = Readonly<Record<string, FilterAnswer<Value>>>;

const isNothingSet = (values: object): boolean => Object.values(values).every((value) => !value);

const POLICIES: Answers<Policy> = {
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
    holds: ({ userTokens }) => isNothingSet(userTokens),
  },
  noSelfAuth: {
    ko: '본인 확인 방법 없음',
    en: 'no identity check',
    holds: ({ selfAuth }) => isNothingSet(selfAuth),
  },
};

/** The sign-in methods that a client service offers before the person is known. */
type FilterService = { readonly idOtp: boolean; readonly passkey: boolean; readonly qrCode: boolean };

const SERVICES: Answers<FilterService | null> = {
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

/** Flows for exactly one method. */
const FLOW_METHODS: Readonly<Record<string, TokenCode>> = {
  emergency: TOKEN_CODES.emergency,
  password: TOKEN_CODES.password,
  push: TOKEN_CODES.push,
  qr: TOKEN_CODES.qr,
  passkey: TOKEN_CODES.passkey,
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const valueAt = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);

/** The policy, service and requested method at the end of a path. */
type PathFacts = {
  readonly policy: Policy | null;
  readonly service: FilterService | null;
  readonly method: TokenCode | null;
};

const NO_FACTS: PathFacts = { policy: null, service: null, method: null };

function factsAfter(before: PathFacts, { event }: PathEvent): PathFacts {
  const policy = valueAt(event, 'output', 'value', 'policy') as Policy | undefined;
  if (policy) return { ...before, policy, method: policy.fixedToken?.tokenCode ?? before.method };
  if (event.type === 'client.learned') return { ...before, service: event['config'] as FilterService };
  const chosen = TOKEN_CODES[event['method'] as keyof typeof TOKEN_CODES];
  const type = /[?&]type=(-?\w+)/.exec(String(event['address'] ?? ''))?.[1];
  return { ...before, method: chosen ?? parseTokenCode(type) ?? before.method };
}

/** Flows for several methods, such as a code by SMS or by mail. */
const METHOD_FLOWS = ['sent-code', 'device-code', 'openMethod'];

/** The method of active states: that of the flow, or the requested one when the flow is for several methods. */
function methodAt(activeStates: readonly string[], { method }: PathFacts): TokenCode | null {
  const parts = activeStates.flatMap((id) => id.split('.'));
  const own = parts.map((part) => FLOW_METHODS[part]).find((code) => code !== undefined);
  return own ?? (parts.some((part) => METHOD_FLOWS.includes(part)) ? method : null);
}

const factsOf = (path: readonly PathEvent[]): PathFacts => path.reduce(factsAfter, NO_FACTS);

const namesOf = <Value>(answers: Answers<Value>) =>
  Object.entries(answers).map(([answer, { ko, en }]) => [answer, { ko, en }] as const);

/** The filters of the portal's variants: by method, policy and service. */
export const FILTERS: readonly Filter[] = [
  {
    id: 'method',
    name: { ko: '인증 방식', en: 'Method' },
    values: ({ texts: { ko, en } }) =>
      Object.values(TOKEN_CODES).flatMap((code) => {
        const key = `title.method.${code}`;
        return ko[key] && en[key] ? [[code, { ko: ko[key], en: en[key] }] as const] : [];
      }),
    matches: (answer, { activeStates, path }) => methodAt(activeStates, factsOf(path)) === answer,
  },
  {
    id: 'policy',
    name: { ko: '정책', en: 'Policy' },
    values: () => namesOf(POLICIES),
    matches: (answer, { path }) => {
      const { policy } = factsOf(path);
      return policy !== null && POLICIES[answer]?.holds(policy) === true;
    },
  },
  {
    id: 'service',
    name: { ko: '서비스의 종류', en: 'Type of service' },
    values: () => namesOf(SERVICES),
    matches: (answer, { path }) => SERVICES[answer]?.holds(factsOf(path).service) === true,
  },
];
