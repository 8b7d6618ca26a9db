import type { RandomBytes } from '#server/config/deps.ts';
import { readableCode } from '#server/login/readable-code.ts';

const GROUP_LENGTH = 4;
const GROUP_COUNT = 4;
const DECOY_COUNT = 3;

/** Creates a push ID with 80 random bits. */
export const newPushId = (random: RandomBytes): string => readableCode(random, GROUP_LENGTH * GROUP_COUNT);

/** The groups of characters in which a push ID is shown (rule 82). */
export const pushIdGroups = (pushId: string): readonly string[] =>
  Array.from({ length: GROUP_COUNT }, (_, index) =>
    pushId.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH),
  );

const randomBelow = (random: RandomBytes, count: number): number => random(6).readUIntBE(0, 6) % count;

/** The choices that the phone shows: a group of the push ID at a random position among wrong groups. */
export function choicesFor(pushId: string, random: RandomBytes): readonly string[] {
  const groups = pushIdGroups(pushId);
  const decoys = new Set<string>();
  while (decoys.size < DECOY_COUNT) {
    const decoy = readableCode(random, GROUP_LENGTH);
    if (!groups.includes(decoy)) decoys.add(decoy);
  }
  const correctGroup = groups[randomBelow(random, groups.length)] ?? '';
  const position = randomBelow(random, DECOY_COUNT + 1);
  return [...decoys].toSpliced(position, 0, correctGroup);
}
