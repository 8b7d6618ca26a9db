import { createHash, randomBytes } from 'node:crypto';
import type { AuditLine } from './line.ts';

/** The last line of an audit: its day and its hash. */
export type LastLine = { readonly day: string; readonly hash: string };

/** SHA-256 of a line and of the hash before it. */
export const hashOf = (before: string, line: AuditLine): string =>
  createHash('sha256')
    .update(`${before}\n${JSON.stringify(line)}`)
    .digest('base64url');

type Link = { readonly writer: string; readonly day: string; readonly seq: number; readonly hash: string };

/**
 * Chains the lines of one process: each carries the name of its writer, its number of the day and a hash over itself
 * and the line before. The first line of a day names the day and hash of the writer's last line (`prev`); the first of
 * all names the last line that another process has written.
 * @param lastLine called once, before the first line
 */
export function auditChain(lastLine: () => LastLine | null): (line: AuditLine) => AuditLine {
  let link: Link | null = null;

  const firstLineOfDay = (line: AuditLine, writer: string, before: LastLine | null): AuditLine => ({
    ...line,
    writer,
    seq: 1,
    prev: before ? `${before.day} ${before.hash}` : '',
  });

  return (line) => {
    const day = line.time.slice(0, 10);
    // A clock that was set back must not number the lines of a day twice.
    const writerLink = link && link.day <= day ? link : null;
    const numberedLine =
      writerLink && writerLink.day === day
        ? { ...line, writer: writerLink.writer, seq: writerLink.seq + 1 }
        : firstLineOfDay(
            line,
            writerLink?.writer ?? randomBytes(6).toString('base64url'),
            writerLink ?? link ?? lastLine(),
          );
    const hash = hashOf(writerLink && writerLink.day === day ? writerLink.hash : '', numberedLine);
    link = { writer: String(numberedLine['writer']), day, seq: Number(numberedLine['seq']), hash };
    return { ...numberedLine, hash };
  };
}
