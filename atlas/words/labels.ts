import type { ChartMachine, ChartState, ChartTransition, NamedRule } from '#atlas/model/types.ts';
import { atlasText, isTextKey, type TextKey } from '#atlas/texts/texts.ts';
import type { FixedValue, Language, Rule, TableName, WordEntry, Words } from './types.ts';

/** Matches characters that an expression contains, but no name. */
const EXPRESSION_CHARACTER = /[=<>&|?!(]/;

/** A name in the source as words: `wantsOtherMethod` is `wants other method`. An expression is returned as it is. */
const nameInWords = (name: string): string =>
  EXPRESSION_CHARACTER.test(name)
    ? name
    : name
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .replaceAll(/[.-]/g, ' ')
        .toLowerCase();

/** The id of a state and its ends, the longest first: `door.lock.open`, `lock.open`, `open`. */
function suffixesOf(id: string): readonly string[] {
  const parts = id.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
}

/** Seconds per unit of time, the largest unit first. */
const SECONDS_PER_UNIT = new Map([
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
  ['ms', 0.001],
]);

/** Actions whose parameter is an event. */
const EVENT_ACTIONS = ['xstate.raise', 'xstate.sendTo', 'xstate.emit'];

/**
 * The labels of the parts of machines, in one language. A part without an entry in the tables of words has its name in the source as
 * its label.
 */
export class Labels {
  readonly language: Language;
  readonly #words: Words;
  readonly #fixedValuesById: ReadonlyMap<string, FixedValue>;

  constructor(words: Words, language: Language) {
    this.language = language;
    this.#words = words;
    this.#fixedValuesById = new Map(words.fixedValues.map((fixedValue) => [fixedValue.id, fixedValue]));
  }

  /** A text of the atlas itself. */
  text(key: TextKey, values?: Readonly<Record<string, string | number>>): string {
    return atlasText(this.language, key, values);
  }

  /** The entry of a table for the first key that the table contains; undefined when the table contains no given key. */
  #entry(table: TableName, keys: readonly string[]): WordEntry[Language] | undefined {
    const key = keys.find((candidate) => Object.hasOwn(this.#words[table], candidate));
    return key === undefined ? undefined : this.#words[table][key]?.[this.language];
  }

  #name(table: TableName, keys: readonly string[]): string | undefined {
    return this.#entry(table, keys)?.name;
  }

  /** A fixed value with its unit. Milliseconds are converted to seconds. */
  fixedValue({ value, unit }: Pick<FixedValue, 'value' | 'unit'>): string {
    const isMs = unit === 'ms' && /^\d+$/.test(value);
    const key = `unit.${unit}`;
    const unitText = isTextKey(key) ? this.text(key) : '';
    const amount = isMs ? String(Number(value) / 1000) : this.#literal(value);
    const pluralEnding = /(?<=\w)s$/;
    return `${amount}${amount === '1' ? unitText.replace(pluralEnding, '') : unitText}`;
  }

  /** A fixed value with its unit. A time of a minute or more is followed by the same time in another unit: `300 s (5 minutes)`. */
  fixedValueInFull(fixedValue: Pick<FixedValue, 'value' | 'unit'>): string {
    const seconds = Number(fixedValue.value) * (SECONDS_PER_UNIT.get(fixedValue.unit) ?? Number.NaN);
    const shortText = this.fixedValue(fixedValue);
    if (Number.isNaN(seconds) || seconds < 60) return shortText;
    const unit = [...SECONDS_PER_UNIT].find(
      ([name, size]) => name !== fixedValue.unit && seconds % size === 0,
    );
    return unit
      ? `${shortText} (${this.fixedValue({ value: String(seconds / unit[1]), unit: unit[0] })})`
      : shortText;
  }

  /** The origin of a fixed value, as text: the specification, a rule, a standard or a setting. */
  setBy({ setBy }: Pick<FixedValue, 'setBy'>): string {
    const [kind = '', ...reference] = setBy.split(' ');
    const key = `setBy.${kind}`;
    return isTextKey(key) ? this.text(key, { what: reference.join(' ') }) : setBy;
  }

  /** The text for the time of a timer, with placeholders for fixed values; undefined when the tables contain none. */
  #timePhrase(machine: string, timer: string): string | undefined {
    const { times } = this.#words;
    return (times[`${machine}.${timer}`] ?? times[timer])?.[this.language];
  }

  /** The fixed values that determine the duration of a timer. */
  fixedValuesOf(machine: string, timer: string): readonly FixedValue[] {
    const phrase = this.#timePhrase(machine, timer) ?? `{${timer}}`;
    const names = [...phrase.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return names.flatMap((name) => this.#fixedValuesById.get(name) ?? []);
  }

  /** A value in the source without its quotes or brackets. The members of a list are replaced by their labels. */
  #literal(value: string): string {
    const content = value.replace(/^[[{']\s*/, '').replace(/,?\s*[\]}']$/, '');
    if (content === value) return value;
    return content
      .split(/,\s*/)
      .map((part) => this.value(/^\w+\.(\w+)$/.exec(part)?.[1] ?? part))
      .join(', ');
  }

  /** A text in which each placeholder with the id of a fixed value is replaced by the fixed value. */
  withFixedValues(text: string): string {
    return text.replaceAll(/\{(\w+)\}/g, (placeholder, id: string) => {
      const fixedValue = this.#fixedValuesById.get(id);
      return fixedValue ? this.fixedValue(fixedValue) : placeholder;
    });
  }

  /** The text of a rule. */
  rule(rule: Rule): string {
    return this.withFixedValues(rule[this.language]);
  }

  /** The name of a state, or of a machine. */
  state(id: string): string {
    return this.#name('states', suffixesOf(id)) ?? nameInWords(id.split('.').at(-1) ?? id);
  }

  /**
   * The description of a state.
   * @param description the English description in the source of the machine. It is used in English, and in Korean when the tables
   *   contain no description.
   */
  stateSentence(id: string, description: string | null): string {
    const sentence = this.#entry('states', suffixesOf(id))?.sentence;
    return (this.language === 'en' ? description || sentence : sentence || description) || '';
  }

  /** The name of an event. */
  event(name: string): string {
    return this.#name('events', [name]) ?? nameInWords(name);
  }

  /** The name of a port or a flow. */
  port(name: string): string {
    return this.#name('ports', [name]) ?? this.#name('states', [name]) ?? nameInWords(name);
  }

  /** The description of a port or a flow. */
  portSentence(name: string): string {
    return this.#entry('ports', [name])?.sentence || this.#entry('states', [name])?.sentence || '';
  }

  /** The meaning of a timer that has ended. */
  delay(machine: string, name: string): string {
    return this.#name('delays', [`${machine}.${name}`, name]) ?? nameInWords(name);
  }

  /**
   * The time of a timer, such as `after 300 s`.
   * @param ms the time in milliseconds; null when the machine computes the time
   */
  time(machine: string, name: string, ms: number | null): string {
    if (ms !== null)
      return this.text('word.after', { time: this.fixedValue({ value: String(ms), unit: 'ms' }) });
    return this.withFixedValues(this.#timePhrase(machine, name) ?? '');
  }

  /** The name of a value. */
  value(name: string): string {
    return this.#name('values', [name]) ?? name;
  }

  /** The label of a guard or an action. The placeholder `{}` in the label is replaced by the parameter. */
  #rule(table: 'guards' | 'actions', machine: string, { name, params }: NamedRule): string {
    const phrase = this.#name(table, [`${machine}.${name}`, name]);
    if (phrase === undefined) return params === null ? nameInWords(name) : `${nameInWords(name)} (${params})`;
    return this.withFixedValues(phrase.replace('{}', () => (params === null ? '' : this.value(params))));
  }

  /** A guard as a clause, such as `the ID is empty`. */
  guard(machine: string, guard: NamedRule): string {
    const [, operator, operands] = /^(and|or|not)\((.*)\)$/.exec(guard.name) ?? [];
    if (operator !== 'and' && operator !== 'or' && operator !== 'not')
      return this.#rule('guards', machine, guard);
    // Operands are separated by commas; commas inside parentheses belong to an operand.
    const names = operands?.match(/(?:[^,()]|\([^()]*\))+/g) ?? [];
    const clauses = names.map((name) => this.guard(machine, { name: name.trim(), params: null }));
    const operatorText = this.text(`guard.${operator}`);
    return operator === 'not' ? `${operatorText} ${clauses.join(' ')}` : clauses.join(` ${operatorText} `);
  }

  /** An action as a phrase. */
  action(machine: string, action: NamedRule): string {
    const { name, params } = action;
    if (!name.startsWith('xstate.') || !isTextKey(name)) return this.#rule('actions', machine, action);
    const keyWithParams = `${name} of`;
    if (params === null || !isTextKey(keyWithParams)) return params ?? this.text(name);
    return this.text(keyWithParams, { what: EVENT_ACTIONS.includes(name) ? this.event(params) : params });
  }

  /** The trigger of a transition, as text. */
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

  /** The names of the target states of a transition, or a text that says that the machine stays in its state. */
  target({ targets }: Pick<ChartTransition, 'targets'>): string {
    if (targets.length === 0) return this.text('word.stays');
    return targets.map((target) => this.state(target)).join(', ');
  }

  /** The trigger and the condition of a transition. Without a guard, the condition is `otherwise` when other transitions have the same trigger. */
  triggerAndCondition({ id: machine, transitions }: ChartMachine, transition: ChartTransition): string {
    const { id, kind, guard } = transition;
    const idWithoutIndex = (transitionId: string) => transitionId.slice(0, transitionId.lastIndexOf('/'));
    const hasAlternatives = transitions.some(
      (other) => other.id !== id && idWithoutIndex(other.id) === idWithoutIndex(id),
    );
    const otherwiseText = hasAlternatives ? this.text('chart.otherwise') : '';
    const condition = guard ? this.condition(machine, guard) : otherwiseText;
    const trigger = kind === 'always' && condition ? '' : this.trigger(machine, transition);
    return [trigger, condition].filter(Boolean).join(' · ');
  }

  /** Actions as a list in one text. */
  actions(machine: string, actions: readonly NamedRule[]): string {
    return actions.map((action) => this.action(machine, action)).join(', ');
  }

  /** A transition as text: its trigger, condition, target and actions. */
  transition(machine: ChartMachine, transition: ChartTransition): string {
    const actions = this.actions(machine.id, transition.actions);
    return `${this.triggerAndCondition(machine, transition)} → ${this.target(transition)}${actions && ` (${actions})`}`;
  }

  /** Texts about a state: the ports and flows that it invokes, its entry and exit actions, and whether it is parallel. */
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
