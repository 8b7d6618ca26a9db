import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/** Number of drawn mutants, and minimum from each of the large folders. */
const SAMPLE_SIZE = 300;
const MIN_PER_FOLDER = 60;
const LARGE_FOLDERS = ['machines', 'src', 'server', 'i18n'];

const folderOf = ({ path }: Mutant): string => path.split('/')[0] ?? '';

/** The mutants in a random order that depends on the seed only. */
function shuffled(mutants: readonly Mutant[], seed: string): readonly Mutant[] {
  return mutants
    .map((mutant) => {
      const sortKey = createHash('sha256')
        .update(seed + JSON.stringify(mutant))
        .digest('hex');
      return { mutant, sortKey };
    })
    .toSorted((one, other) => (one.sortKey < other.sortKey ? -1 : 1))
    .map(({ mutant }) => mutant);
}

/** Draws mutants by a seed: at least a fifth from each of the four large folders, the rest from all. */
export function sample(
  mutants: readonly Mutant[],
  seed: string,
  count: number = SAMPLE_SIZE,
): readonly Mutant[] {
  const order = shuffled(mutants, seed);
  const perFolder = Math.floor((count * MIN_PER_FOLDER) / SAMPLE_SIZE);
  const first = LARGE_FOLDERS.flatMap((folder) =>
    order.filter((mutant) => folderOf(mutant) === folder).slice(0, perFolder),
  );
  const firstSet = new Set(first);
  const rest = order.filter((mutant) => !firstSet.has(mutant)).slice(0, count - first.length);
  return [...first, ...rest];
}
