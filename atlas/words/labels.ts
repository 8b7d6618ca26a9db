import type { ChartMachine, ChartTransition, NamedRule } from '#atlas/model/types.ts';
import type { Language, Limit, Rule, TableName, Words } from './types.ts';

/** `wantsOtherMethod` and `sent-code` as words, for names without an entry in the words. */
const inWords = (name: string): string => (/[=<>&|?!(]/.test(name) ? name : nameInWords(name));

const nameInWords = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[.-]/g, ' ')
    .toLowerCase();

/** `portal.push.loading`, then `push.loading`, then `loading`. */
function suffixesOf(id: string): readonly string[] {
  const parts = id.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
}

const UNITS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ko: { ms: '초', seconds: '초', minutes: '분', hours: '시간', days: '일', times: '번' },
  en: { ms: ' s', seconds: ' s', minutes: ' minutes', hours: ' hours', days: ' days', times: ' times' },
};

/** Seconds in a unit of time. */
const SECONDS = { ms: 0.001, seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const;

/** Units of time, the largest first. */
const TIME_UNITS = [
  ['days', SECONDS.days],
  ['hours', SECONDS.hours],
  ['minutes', SECONDS.minutes],
  ['seconds', SECONDS.seconds],
] as const;

const SECONDS_IN: ReadonlyMap<string, number> = new Map(Object.entries(SECONDS));

const SET_BY: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ko: {
    spec: '명세 {}장',
    rule: '규칙 {}',
    standard: '표준 {}',
    setting: '운영자 설정 {} (값은 기본값)',
    ours: '소스에 고정',
  },
  en: {
    spec: 'specification, section {}',
    rule: 'rule {}',
    standard: 'standard {}',
    setting: 'the operator, {} (this is the default)',
    ours: 'fixed in the source',
  },
};

/** Milliseconds as seconds. */
const inSeconds = (ms: number, language: Language): string => `${ms / 1000}${UNITS[language]['ms']}`;

const GUARD_OPERATORS: Readonly<Record<Language, Readonly<Record<'and' | 'or' | 'not', string>>>> = {
  ko: { and: '그리고', or: '또는', not: '다음이 아닐 때:' },
  en: { and: 'and', or: 'or', not: 'not:' },
};

type Phrase = { readonly whole: string; readonly of: string };

/** XState's built-in actions, alone and with their parameter in place of `{}`. */
const BUILT_IN: Readonly<Record<Language, Readonly<Record<string, Phrase>>>> = {
  ko: {
    'xstate.assign': { whole: '값을 정함', of: '값을 정함: {}' },
    'xstate.raise': { whole: '스스로 이벤트를 일으킴', of: '스스로 이벤트를 일으킴: {}' },
    'xstate.sendTo': { whole: '이벤트를 보냄', of: '이벤트를 보냄: {}' },
    'xstate.emit': { whole: '바깥에 알림', of: '바깥에 알림: {}' },
    'xstate.spawnChild': { whole: '액터를 시작함', of: '액터를 시작함: {}' },
    'xstate.stopChild': { whole: '액터를 멈춤', of: '액터를 멈춤: {}' },
    'xstate.enqueueActions': { whole: '때에 따라 여러 일을 함', of: '{}' },
    'xstate.cancel': { whole: '타이머를 끔', of: '{}' },
    'xstate.log': { whole: '기록함', of: '{}' },
  },
  en: {
    'xstate.assign': { whole: 'sets values', of: 'sets {}' },
    'xstate.raise': { whole: 'raises an event', of: 'raises {}' },
    'xstate.sendTo': { whole: 'sends an event', of: 'sends {}' },
    'xstate.emit': { whole: 'emits an event', of: 'emits {}' },
    'xstate.spawnChild': { whole: 'starts an actor', of: 'starts {}' },
    'xstate.stopChild': { whole: 'stops an actor', of: 'stops {}' },
    'xstate.enqueueActions': { whole: 'does what the case asks for', of: '{}' },
    'xstate.cancel': { whole: 'cancels a timer', of: '{}' },
    'xstate.log': { whole: 'logs', of: '{}' },
  },
};

/** Actions whose parameter is an event. */
const EVENT_ACTIONS = ['xstate.raise', 'xstate.sendTo', 'xstate.emit'];

/** Words of a project that has none. */
export const NO_WORDS: Words = {
  states: {},
  events: {},
  ports: {},
  delays: {},
  guards: {},
  actions: {},
  values: {},
  times: {},
  limits: [],
  rules: [],
};

/** Labels of the parts of machines in a language; a part without an entry is called by its name in the source. */
export class Labels {
  readonly language: Language;
  readonly #words: Words;
  readonly #limits: ReadonlyMap<string, Limit>;

  constructor(words: Words, language: Language) {
    this.language = language;
    this.#words = words;
    this.#limits = new Map(words.limits.map((limit) => [limit.id, limit]));
  }

  /** The name in a table, by the first of `words` that it contains. */
  #name(table: TableName, words: readonly string[]): string | undefined {
    const word = words.find((each) => Object.hasOwn(this.#words[table], each));
    return word === undefined ? undefined : this.#words[table][word]?.[this.language].name;
  }

  #sentence(table: TableName, words: readonly string[]): string {
    const word = words.find((each) => Object.hasOwn(this.#words[table], each));
    return word === undefined ? '' : (this.#words[table][word]?.[this.language].sentence ?? '');
  }

  /** A limit with its unit. */
  limit({ value, unit }: Pick<Limit, 'value' | 'unit'>): string {
    if (unit === 'ms' && /^\d+$/.test(value)) return inSeconds(Number(value), this.language);
    const named = UNITS[this.language][unit] ?? '';
    return `${this.#literal(value)}${value === '1' ? named.replace(/s$/, '') : named}`;
  }

  /** A limit with its unit, and a time also in a larger one or in seconds: `300 s (5 minutes)`. */
  limitInFull(limit: Pick<Limit, 'value' | 'unit'>): string {
    const seconds = Number(limit.value) * (SECONDS_IN.get(limit.unit) ?? Number.NaN);
    const short = this.limit(limit);
    if (Number.isNaN(seconds) || seconds < 60) return short;
    const unit = TIME_UNITS.find(([name, size]) => name !== limit.unit && seconds % size === 0);
    return unit ? `${short} (${this.limit({ value: String(seconds / unit[1]), unit: unit[0] })})` : short;
  }

  /** The source of a limit: specification, rule, standard or setting. */
  setBy({ setBy }: Pick<Limit, 'setBy'>): string {
    const [kind = '', ...what] = setBy.split(' ');
    return SET_BY[this.language][kind]?.replace('{}', what.join(' ')) ?? setBy;
  }

  /** The limits that the duration of a timer uses. */
  limitsOf(machine: string, timer: string): readonly Limit[] {
    const { times } = this.#words;
    const own = times[`${machine}.${timer}`] ?? times[timer];
    const names = own ? [...own[this.language].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) : [timer];
    return names.flatMap((name) => this.#limits.get(name) ?? []);
  }

  /** A value of the source without its marks: the members of a list by their names. */
  #literal(value: string): string {
    const inner = value.replace(/^[[{']\s*/, '').replace(/,?\s*[\]}']$/, '');
    if (inner === value) return value;
    return inner
      .split(/,\s*/)
      .map((part) => this.value(/^\w+\.(\w+)$/.exec(part)?.[1] ?? part))
      .join(', ');
  }

  /** Puts the values of limits into a text. */
  #filled(text: string): string {
    return text.replaceAll(/\{(\w+)\}/g, (whole, id: string) => {
      const limit = this.#limits.get(id);
      return limit ? this.limit(limit) : whole;
    });
  }

  /** The text of a rule. */
  rule(rule: Rule): string {
    return this.#filled(rule[this.language]);
  }

  /** The name of a state. */
  state(id: string): string {
    return this.#name('states', suffixesOf(id)) ?? inWords(id.split('.').at(-1) ?? id);
  }

  /** The description of a state. @param description of the machine itself: the English one, and the fallback */
  stateSentence(id: string, description: string | null): string {
    const own = this.#sentence('states', suffixesOf(id));
    return this.language === 'en' ? description || own : own || description || '';
  }

  machine(id: string): string {
    return this.state(id);
  }

  event(name: string): string {
    return this.#name('events', [name]) ?? inWords(name);
  }

  eventSentence(name: string): string {
    return this.#sentence('events', [name]);
  }

  /** The name of a port or a flow. */
  port(name: string): string {
    return this.#name('ports', [name]) ?? this.#name('states', [name]) ?? inWords(name);
  }

  portSentence(name: string): string {
    return this.#sentence('ports', [name]) || this.#sentence('states', [name]);
  }

  /** The meaning of a timer that has ended. */
  delay(machine: string, name: string): string {
    return this.#name('delays', [`${machine}.${name}`, name]) ?? inWords(name);
  }

  delaySentence(machine: string, name: string): string {
    return this.#sentence('delays', [`${machine}.${name}`, name]);
  }

  /** When a timer ends, as `after 300 s`. @param ms null where the machine computes it */
  time(machine: string, name: string, ms: number | null): string {
    if (ms !== null) {
      const seconds = inSeconds(ms, this.language);
      return this.language === 'ko' ? `${seconds} 뒤` : `after ${seconds}`;
    }
    const { times } = this.#words;
    const phrase = times[`${machine}.${name}`] ?? times[name];
    return phrase ? this.#filled(phrase[this.language]) : '';
  }

  value(name: string): string {
    return this.#name('values', [name]) ?? name;
  }

  #rule(table: 'guards' | 'actions', machine: string, { name, params }: NamedRule): string {
    const phrase = this.#name(table, [`${machine}.${name}`, name]);
    if (phrase === undefined) return params === null ? inWords(name) : `${inWords(name)} (${params})`;
    return this.#filled(phrase.replace('{}', () => (params === null ? '' : this.value(params))));
  }

  /** A guard as a clause. */
  guard(machine: string, guard: NamedRule): string {
    const [, joint, inner] = /^(and|or|not)\((.*)\)$/.exec(guard.name) ?? [];
    if (joint !== 'and' && joint !== 'or' && joint !== 'not') return this.#rule('guards', machine, guard);
    const parts = (inner ?? '').split(', ').map((name) => this.guard(machine, { name, params: null }));
    const word = GUARD_OPERATORS[this.language][joint];
    return joint === 'not' ? `${word} ${parts.join(' ')}` : parts.join(` ${word} `);
  }

  action(machine: string, action: NamedRule): string {
    const { name, params } = action;
    const phrase = BUILT_IN[this.language][name];
    if (!phrase) return this.#rule('actions', machine, action);
    if (params === null) return phrase.whole;
    return phrase.of.replace('{}', () => (EVENT_ACTIONS.includes(name) ? this.event(params) : params));
  }

  /** The trigger of a transition: an event, a timer, an answer. */
  trigger(machine: string, { kind, name, ms }: Pick<ChartTransition, 'kind' | 'name' | 'ms'>): string {
    const isKorean = this.language === 'ko';
    if (kind === 'delay') {
      const time = this.time(machine, name, ms);
      if (/^\d+$/.test(name)) return time;
      return time === '' ? this.delay(machine, name) : `${time}: ${this.delay(machine, name)}`;
    }
    if (kind === 'done') {
      if (name.includes('.')) return isKorean ? `${this.state(name)} 끝` : `${this.state(name)} ends`;
      return isKorean ? `${this.port(name)} 응답` : `${this.port(name)}: answer`;
    }
    if (kind === 'error') return isKorean ? `${this.port(name)} 실패` : `${this.port(name)}: failure`;
    if (kind === 'always') return isKorean ? '바로' : 'at once';
    return this.event(name);
  }

  /** A guard as a clause that follows the trigger of a transition. */
  condition(machine: string, guard: NamedRule): string {
    const clause = this.guard(machine, guard);
    return this.language === 'ko' ? clause : `if ${clause}`;
  }

  /** The names of the target states. */
  target({ targets }: Pick<ChartTransition, 'targets'>): string {
    if (targets.length === 0) return this.language === 'ko' ? '그대로' : 'stays';
    return targets.map((target) => this.state(target)).join(', ');
  }

  /** A transition as a sentence: trigger, guard, target and actions. */
  transition(machine: ChartMachine, transition: ChartTransition): string {
    const { guard, actions } = transition;
    const done = actions.map((action) => this.action(machine.id, action)).join(', ');
    return [
      this.trigger(machine.id, transition),
      guard ? ` · ${this.condition(machine.id, guard)}` : '',
      ` → ${this.target(transition)}`,
      done === '' ? '' : ` (${done})`,
    ].join('');
  }
}
