import type { ChartMachine, ChartState, ChartTransition, NamedRule } from '#atlas/model/types.ts';
import { atlasText, isTextKey, type TextKey } from '#atlas/texts/texts.ts';
import type { FixedValue, Language, Rule, TableName, WordEntry, Words } from './types.ts';

/** `wantsOtherMethod` and `sent-code` as words, for names without an entry in the tables; expressions are not changed. */
const nameInWords = (name: string): string =>
  /[=<>&|?!(]/.test(name)
    ? name
    : name
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .replaceAll(/[.-]/g, ' ')
        .toLowerCase();

/** `door.lock.open`, then `lock.open`, then `open`. */
function suffixesOf(id: string): readonly string[] {
  const parts = id.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
}

/** Seconds in the units of time, the largest first. */
const SECONDS_PER_UNIT = new Map([
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
  ['ms', 0.001],
]);

/** Actions whose parameter is an event. */
const EVENT_ACTIONS = ['xstate.raise', 'xstate.sendTo', 'xstate.emit'];

/** Labels of the parts of machines in a language; a part without an entry has its name in the source as label. */
export class Labels {
  readonly language: Language;
  readonly #words: Words;
  readonly #limits: ReadonlyMap<string, FixedValue>;

  constructor(words: Words, language: Language) {
    this.language = language;
    this.#words = words;
    this.#limits = new Map(words.fixedValues.map((limit) => [limit.id, limit]));
  }

  text(key: TextKey, values?: Readonly<Record<string, string | number>>): string {
    return atlasText(this.language, key, values);
  }

  /** The entry of a table for the first of `words` that it contains. */
  #word(table: TableName, words: readonly string[]): WordEntry[Language] | undefined {
    const word = words.find((each) => Object.hasOwn(this.#words[table], each));
    return word === undefined ? undefined : this.#words[table][word]?.[this.language];
  }

  #name(table: TableName, words: readonly string[]): string | undefined {
    return this.#word(table, words)?.name;
  }

  /** A limit with its unit; milliseconds as seconds. */
  fixedValue({ value, unit }: Pick<FixedValue, 'value' | 'unit'>): string {
    const isMs = unit === 'ms' && /^\d+$/.test(value);
    const key = `unit.${unit}`;
    const named = isTextKey(key) ? this.text(key) : '';
    const amount = isMs ? String(Number(value) / 1000) : this.#literal(value);
    return `${amount}${amount === '1' ? named.replace(/(?<=\w)s$/, '') : named}`;
  }

  /** A limit with its unit, and a time also in a larger one or in seconds: `300 s (5 minutes)`. */
  fixedValueInFull(limit: Pick<FixedValue, 'value' | 'unit'>): string {
    const seconds = Number(limit.value) * (SECONDS_PER_UNIT.get(limit.unit) ?? Number.NaN);
    const short = this.fixedValue(limit);
    if (Number.isNaN(seconds) || seconds < 60) return short;
    const unit = [...SECONDS_PER_UNIT].find(([name, size]) => name !== limit.unit && seconds % size === 0);
    return unit
      ? `${short} (${this.fixedValue({ value: String(seconds / unit[1]), unit: unit[0] })})`
      : short;
  }

  /** The source of a limit: specification, rule, standard or setting. */
  setBy({ setBy }: Pick<FixedValue, 'setBy'>): string {
    const [kind = '', ...reference] = setBy.split(' ');
    const key = `setBy.${kind}`;
    return isTextKey(key) ? this.text(key, { what: reference.join(' ') }) : setBy;
  }

  #timePhrase(machine: string, timer: string): string | undefined {
    const { times } = this.#words;
    return (times[`${machine}.${timer}`] ?? times[timer])?.[this.language];
  }

  /** The limits that the duration of a timer uses. */
  fixedValuesOf(machine: string, timer: string): readonly FixedValue[] {
    const phrase = this.#timePhrase(machine, timer) ?? `{${timer}}`;
    const names = [...phrase.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return names.flatMap((name) => this.#limits.get(name) ?? []);
  }

  /** A value of the source without its quotes or brackets; the members of a list by their names. */
  #literal(value: string): string {
    const content = value.replace(/^[[{']\s*/, '').replace(/,?\s*[\]}']$/, '');
    if (content === value) return value;
    return content
      .split(/,\s*/)
      .map((part) => this.value(/^\w+\.(\w+)$/.exec(part)?.[1] ?? part))
      .join(', ');
  }

  /** Puts the values of limits into a text. */
  withFixedValues(text: string): string {
    return text.replaceAll(/\{(\w+)\}/g, (whole, id: string) => {
      const limit = this.#limits.get(id);
      return limit ? this.fixedValue(limit) : whole;
    });
  }

  rule(rule: Rule): string {
    return this.withFixedValues(rule[this.language]);
  }

  /** The name of a state, or of a machine. */
  state(id: string): string {
    return this.#name('states', suffixesOf(id)) ?? nameInWords(id.split('.').at(-1) ?? id);
  }

  /** The description of a state. @param description the English one in the source of the machine, used as the fallback */
  stateSentence(id: string, description: string | null): string {
    const own = this.#word('states', suffixesOf(id))?.sentence;
    return (this.language === 'en' ? description || own : own || description) || '';
  }

  event(name: string): string {
    return this.#name('events', [name]) ?? nameInWords(name);
  }

  /** The name of a port or a flow. */
  port(name: string): string {
    return this.#name('ports', [name]) ?? this.#name('states', [name]) ?? nameInWords(name);
  }

  portSentence(name: string): string {
    return this.#word('ports', [name])?.sentence || this.#word('states', [name])?.sentence || '';
  }

  /** The meaning of a timer that has ended. */
  delay(machine: string, name: string): string {
    return this.#name('delays', [`${machine}.${name}`, name]) ?? nameInWords(name);
  }

  /** The time of a timer, as `after 300 s`. @param ms null when the machine computes it */
  time(machine: string, name: string, ms: number | null): string {
    if (ms !== null)
      return this.text('word.after', { time: this.fixedValue({ value: String(ms), unit: 'ms' }) });
    return this.withFixedValues(this.#timePhrase(machine, name) ?? '');
  }

  value(name: string): string {
    return this.#name('values', [name]) ?? name;
  }

  #rule(table: 'guards' | 'actions', machine: string, { name, params }: NamedRule): string {
    const phrase = this.#name(table, [`${machine}.${name}`, name]);
    if (phrase === undefined) return params === null ? nameInWords(name) : `${nameInWords(name)} (${params})`;
    return this.withFixedValues(phrase.replace('{}', () => (params === null ? '' : this.value(params))));
  }

  /** A guard as a clause. */
  guard(machine: string, guard: NamedRule): string {
    const [, joint, inner] = /^(and|or|not)\((.*)\)$/.exec(guard.name) ?? [];
    if (joint !== 'and' && joint !== 'or' && joint !== 'not') return this.#rule('guards', machine, guard);
    const names = inner?.match(/(?:[^,()]|\([^()]*\))+/g) ?? [];
    const parts = names.map((name) => this.guard(machine, { name: name.trim(), params: null }));
    const word = this.text(`guard.${joint}`);
    return joint === 'not' ? `${word} ${parts.join(' ')}` : parts.join(` ${word} `);
  }

  action(machine: string, action: NamedRule): string {
    const { name, params } = action;
    if (!name.startsWith('xstate.') || !isTextKey(name)) return this.#rule('actions', machine, action);
    const withParams = `${name} of`;
    if (params === null || !isTextKey(withParams)) return params ?? this.text(name);
    return this.text(withParams, { what: EVENT_ACTIONS.includes(name) ? this.event(params) : params });
  }

  /** The trigger of a transition: an event, a timer, an answer. */
  trigger(machine: string, { kind, name, ms }: Pick<ChartTransition, 'kind' | 'name' | 'ms'>): string {
    if (kind === 'delay') {
      const time = this.time(machine, name, ms);
      if (/^\d+$/.test(name)) return time;
      return time === '' ? this.delay(machine, name) : `${time}: ${this.delay(machine, name)}`;
    }
    if (kind === 'done') {
      if (name.includes('.')) return this.text('word.ends', { what: this.state(name) });
      return this.text('word.answer', { what: this.port(name) });
    }
    if (kind === 'error') return this.text('word.failure', { what: this.port(name) });
    return kind === 'always' ? this.text('word.atOnce') : this.event(name);
  }

  /** A guard as a clause that follows the trigger of a transition. */
  condition(machine: string, guard: NamedRule): string {
    return this.text('word.if', { clause: this.guard(machine, guard) });
  }

  target({ targets }: Pick<ChartTransition, 'targets'>): string {
    if (targets.length === 0) return this.text('word.stays');
    return targets.map((target) => this.state(target)).join(', ');
  }

  /** Trigger and condition of a transition; `otherwise` when other transitions have the same trigger. */
  triggerAndCondition({ id: machine, transitions }: ChartMachine, transition: ChartTransition): string {
    const { id, kind, guard } = transition;
    const triggerOf = (each: string) => each.slice(0, each.lastIndexOf('/'));
    const hasOthers = transitions.some((other) => other.id !== id && triggerOf(other.id) === triggerOf(id));
    const otherwise = hasOthers ? this.text('chart.otherwise') : '';
    const condition = guard ? this.condition(machine, guard) : otherwise;
    const trigger = kind === 'always' && condition ? '' : this.trigger(machine, transition);
    return [trigger, condition].filter(Boolean).join(' · ');
  }

  actions(machine: string, actions: readonly NamedRule[]): string {
    return actions.map((action) => this.action(machine, action)).join(', ');
  }

  /** A transition as a sentence: trigger, condition, target and actions. */
  transition(machine: ChartMachine, transition: ChartTransition): string {
    const actions = this.actions(machine.id, transition.actions);
    return `${this.triggerAndCondition(machine, transition)} → ${this.target(transition)}${actions && ` (${actions})`}`;
  }

  /** The ports and flows that a state invokes, and its entry and exit actions. */
  facts(machine: string, { invokes, entry, exit, type }: ChartState): readonly string[] {
    return [
      ...invokes.map(
        ({ id, kind }) => `${this.text(kind === 'flow' ? 'chart.runs' : 'chart.invokes')} ${this.port(id)}`,
      ),
      entry.length > 0 ? `${this.text('chart.entry')} ${this.actions(machine, entry)}` : '',
      exit.length > 0 ? `${this.text('chart.exit')} ${this.actions(machine, exit)}` : '',
      type === 'parallel' ? this.text('chart.parallel') : '',
    ].filter(Boolean);
  }
}
