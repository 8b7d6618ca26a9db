import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';

/** Default number of mutants in a sample. */
const SAMPLE_SIZE = 300;

/** Minimum number of mutants from each large folder in a sample of the default size. */
const MIN_PER_FOLDER = 60;
const LARGE_FOLDERS = ['machines', 'src', 'server', 'i18n'];

const folderOf = ({ path }: Mutant): string => path.split('/')[0] ?? '';

/** The mutants in a random order, which is the same for the same seed. */
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

/**
 * Draws mutants at random: a fifth of them from each of the four large folders, and the rest from all folders. The
 * sample is the same for the same seed.
 */
export function sample(
  mutants: readonly Mutant[],
  seed: string,
  count: number = SAMPLE_SIZE,
): readonly Mutant[] {
  const shuffledMutants = shuffled(mutants, seed);
  const perFolder = Math.floor((count * MIN_PER_FOLDER) / SAMPLE_SIZE);
  const fromLargeFolders = LARGE_FOLDERS.flatMap((folder) =>
    shuffledMutants.filter((mutant) => folderOf(mutant) === folder).slice(0, perFolder),
  );
  const drawn = new Set(fromLargeFolders);
  const rest = shuffledMutants
    .filter((mutant) => !drawn.has(mutant))
    .slice(0, count - fromLargeFolders.length);
  return [...fromLargeFolders, ...rest];
}
