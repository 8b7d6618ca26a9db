import { createHash, randomBytes } from 'node:crypto';
import type { AuditLine } from './line.ts';

/** Day and hash of the last line of an audit. */
export type LastLine = { readonly day: string; readonly hash: string };

/** SHA-256 over the hash of the line before, and a line. */
export const hashOf = (previousHash: string, line: AuditLine): string =>
  createHash('sha256')
    .update(`${previousHash}\n${JSON.stringify(line)}`)
    .digest('base64url');

/** The last line that this process has written. */
type WrittenLine = {
  readonly writer: string;
  readonly day: string;
  readonly seq: number;
  readonly hash: string;
};

/**
 * Chains the lines that one process writes. Each line contains the name of its writer, its number within the day, and a
 * hash over the line and the hash of the line before. The first line of a day has the day and hash of the writer's
 * previous line as `prev`. The very first line of a writer has the last line of another process as `prev`.
 * @param lastLine called once, before the first line
 */
export function auditChain(lastLine: () => LastLine | null): (line: AuditLine) => AuditLine {
  let lastWritten: WrittenLine | null = null;

  const firstLineOfDay = (line: AuditLine, writer: string, previous: LastLine | null): AuditLine => ({
    ...line,
    writer,
    seq: 1,
    prev: previous ? `${previous.day} ${previous.hash}` : '',
  });

  return (line) => {
    const day = line.time.slice(0, 10);
    // After the clock was set back, a new writer begins, because the lines of a day must not be numbered twice.
    const sameWriter = lastWritten && lastWritten.day <= day ? lastWritten : null;
    const previousOfDay = sameWriter?.day === day ? sameWriter : null;
    const numberedLine = previousOfDay
      ? { ...line, writer: previousOfDay.writer, seq: previousOfDay.seq + 1 }
      : firstLineOfDay(
          line,
          sameWriter?.writer ?? randomBytes(6).toString('base64url'),
          sameWriter ?? lastWritten ?? lastLine(),
        );
    const hash = hashOf(previousOfDay?.hash ?? '', numberedLine);
    lastWritten = { writer: String(numberedLine['writer']), day, seq: Number(numberedLine['seq']), hash };
    return { ...numberedLine, hash };
  };
}
