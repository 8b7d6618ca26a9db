import type { SourceFile } from '#tools/source/project-files.ts';

/** Words for a place, a shape, a colour or a sound. */
const SENSORY_WORDS: Readonly<Record<'ko' | 'en', RegExp>> = {
  ko: /(?<![가-힣])(위|아래|왼쪽|오른쪽|옆|밑)(?=[\s에의로와과]|$)|상단|하단|좌측|우측|빨간|초록|파란|노란|회색|검은|흰|색깔|동그|둥근|네모|세모|아이콘|소리/,
  en: /\b(above|below|beneath|beside|left(?! off)(?!$)|top|bottom|corner|red|green|blue|yellow|gr[ae]y|black|white|colou?r|round|square|circle|triangle|icon|sound|beep)\b/i,
};

/** The keys of texts with a word for a place, a shape, a colour or a sound. */
export const keysWithSensoryWords = (
  language: 'ko' | 'en',
  texts: Readonly<Record<string, string>>,
): readonly string[] => Object.keys(texts).filter((key) => SENSORY_WORDS[language].test(texts[key] ?? ''));

/** A control in the source of a view, with its attributes and contents. */
const CONTROL = /<(Button|TextLink|button)\b((?:(?!<\/?(?:Button|TextLink|button)\b)[\s\S])*?)<\/\1>/g;
/** An event that a control sends. */
const EVENT = /(?:send|event)\(\{ type: '([\w.]+)'/;
/** The key of a text. */
const KEY = /text\(\s*'([\w.]+)'/g;

/** The events that the controls of a view send, each with the key of a text of the control. */
export const namesIn = ({
  path,
  text,
}: SourceFile): readonly (readonly [event: string, key: string, path: string])[] =>
  [...text.matchAll(CONTROL)].flatMap(([, , control = '']) => {
    const [, event] = EVENT.exec(control) ?? [];
    if (event === undefined) return [];
    return [...control.matchAll(KEY)].map(([, key = '']) => [event, key, path] as const);
  });

/** Groups of keys whose texts are the same in one language, but not in the other language. */
export function sameInOnlyOne(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): readonly string[] {
  const groups = Map.groupBy(Object.keys(one), (key) => one[key] ?? '');
  return [...groups.values()]
    .filter((keys) => new Set(keys.map((key) => other[key])).size > 1)
    .map((keys) => keys.toSorted().join(' '));
}

const KEYFRAMES = /@keyframes ([\w-]+) \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g;
/** A step of keyframes. */
const STEP = /(?:from|to|[\d.]+%)[^{]*\{/g;
const ANIMATION = /animation:\s*([\w-]+) ([\d.]+)s ([^;]*);/g;

/** Matches the options of an animation that repeats: `infinite`, or a number of repetitions. */
const REPEATED_OPTIONS = /infinite|\b\d+\b(?!\.)\s*$/;

/** The flashes per second of each repeated animation. */
export function flashesIn({
  path,
  text,
}: SourceFile): readonly (readonly [name: string, perSecond: number])[] {
  const flashesOf = new Map(
    [...text.matchAll(KEYFRAMES)].map(([, name = '', steps = '']) => [
      name,
      Math.max(1, [...steps.matchAll(STEP)].length),
    ]),
  );
  return [...text.matchAll(ANIMATION)]
    .filter(([, , , options = '']) => REPEATED_OPTIONS.test(options))
    .map(([, name = '', seconds = '']) => [`${path} ${name}`, (flashesOf.get(name) ?? 1) / Number(seconds)]);
}
