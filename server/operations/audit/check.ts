import { createHash } from 'node:crypto';
import { hashOf } from './chain.ts';
import type { AuditDay } from './days.ts';
import type { AuditLine } from './line.ts';

/**
 * A problem at a line: a line before it is `missing`, it was `changed` after it was written, it was `inserted`, or
 * the day or writer before it is `gone`.
 */
export type ChainProblem = {
  readonly day: string;
  readonly writer: string;
  readonly seq: number;
  readonly kind: 'missing' | 'changed' | 'inserted' | 'gone';
};

export type ChainReport = {
  readonly days: number;
  readonly lines: number;
  /** Lines without a hash, from earlier versions. */
  readonly unchained: number;
  /** Incomplete lines, after a full disk or a killed process. */
  readonly incompleteLines: number;
  readonly problems: readonly ChainProblem[];
  /** Hash over the last lines of each day; it stays the same while nothing is changed. */
  readonly digest: string;
};

type ChainedLine = {
  readonly line: AuditLine;
  readonly writer: string;
  readonly seq: number;
  readonly hash: string;
};

const textOf = (line: AuditLine, name: string): string => String(line[name] ?? '');

const chainedOf = (line: AuditLine): ChainedLine => ({
  line,
  writer: textOf(line, 'writer'),
  seq: Number(line['seq'] ?? 0),
  hash: textOf(line, 'hash'),
});

function recomputedHash(before: string, { line }: ChainedLine): string {
  const { hash: _hash, ...hashed } = line;
  return hashOf(before, hashed as AuditLine);
}

/**
 * Checks that no lines were changed, inserted or removed. Removing the last lines of a writer is not visible in the
 * chain; only an earlier digest shows it.
 * @param oldestDay oldest stored day, of which some lines may have been pruned
 */
export async function checkChain(days: AsyncIterable<AuditDay>, oldestDay: string): Promise<ChainReport> {
  const problems: ChainProblem[] = [];
  const counts = { days: 0, lines: 0, unchained: 0, incompleteLines: 0 };
  const digest = createHash('sha256');
  /** Hash of each writer's last line before the day that is being checked. */
  const lastHashes = new Map<string, string>();
  /** Hashes of all lines of the previous day that has lines. */
  let previousHashes: ReadonlySet<string> = new Set();
  let isChained = false;

  const checkWriter = (
    day: string,
    lines: readonly ChainedLine[],
    isKnownHash: (hash: string) => boolean,
  ): void => {
    let [expected, before] = [1, ''];
    for (const chainedLine of lines) {
      const { writer, seq, hash } = chainedLine;
      const isAfterPruned = day <= oldestDay && expected === 1 && seq > 1;
      const report = (kind: ChainProblem['kind']) => problems.push({ day, writer, seq, kind });
      if (seq < expected || !chainedLine.line.time.startsWith(day)) report('inserted');
      else if (seq > expected && !isAfterPruned) report('missing');
      else if (!isAfterPruned && recomputedHash(before, chainedLine) !== hash) report('changed');
      else if (seq === 1) {
        const [prevDay = '', prevHash = ''] = textOf(chainedLine.line, 'prev').split(' ');
        // The previous day is later than this one when the clock was set back.
        const isUncheckable = prevDay === '' || prevDay <= oldestDay || prevDay > day;
        if (!isUncheckable && !isKnownHash(prevHash)) report('gone');
      }
      [expected, before] = [seq + 1, hash];
    }
    const last = lines.at(-1);
    if (!last) return;
    digest.update(`${day} ${last.writer} ${last.seq} ${last.hash}\n`);
  };

  for await (const { day, lines } of days) {
    counts.days += 1;
    const writers = new Map<string, ChainedLine[]>();
    const hashes = new Set<string>();
    for (const line of lines) {
      if (line === null) {
        counts.incompleteLines += 1;
        continue;
      }
      counts.lines += 1;
      const chainedLine = chainedOf(line);
      if (chainedLine.hash === '') {
        counts.unchained += 1;
        if (isChained) problems.push({ day, writer: '', seq: 0, kind: 'inserted' });
        continue;
      }
      isChained = true;
      hashes.add(chainedLine.hash);
      const writerLines = writers.get(chainedLine.writer);
      if (writerLines) writerLines.push(chainedLine);
      else writers.set(chainedLine.writer, [chainedLine]);
    }
    const lastHashSet = new Set(lastHashes.values());
    const isStoredHash = (hash: string): boolean =>
      hashes.has(hash) || previousHashes.has(hash) || lastHashSet.has(hash);
    const sortedWriters = [...writers].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [, writerLines] of sortedWriters) {
      writerLines.sort((a, b) => a.seq - b.seq);
      checkWriter(day, writerLines, isStoredHash);
    }
    for (const [writer, writerLines] of sortedWriters) lastHashes.set(writer, writerLines.at(-1)?.hash ?? '');
    previousHashes = hashes;
  }
  return { ...counts, problems, digest: digest.digest('base64url') };
}
