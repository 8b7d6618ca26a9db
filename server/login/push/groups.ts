import type { RandomBytes } from '#server/config/deps.ts';
import { readableCode } from '#server/login/readable-code.ts';

const GROUP = 4;
const GROUPS = 4;
const DECOYS = 3;

/** A push ID: 80 random bits. */
export const newPushId = (random: RandomBytes): string => readableCode(random, GROUP * GROUPS);

/** The groups that the person sees of a push ID (rule 82). */
export const groupsOf = (pushId: string): readonly string[] =>
  Array.from({ length: GROUPS }, (_, index) => pushId.slice(index * GROUP, (index + 1) * GROUP));

const randomBelow = (random: RandomBytes, count: number): number => random(6).readUIntBE(0, 6) % count;

/** The choices on the phone: one group of the push ID at a random place among decoys. */
export function choicesFor(pushId: string, random: RandomBytes): readonly string[] {
  const groups = groupsOf(pushId);
  const decoys = new Set<string>();
  while (decoys.size < DECOYS) {
    const decoy = readableCode(random, GROUP);
    if (!groups.includes(decoy)) decoys.add(decoy);
  }
  const right = groups[randomBelow(random, groups.length)] ?? '';
  const place = randomBelow(random, DECOYS + 1);
  return [...decoys].toSpliced(place, 0, right);
}
