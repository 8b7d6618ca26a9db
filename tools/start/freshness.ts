import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders from which the portal is built. */
const SOURCES = [
  'src',
  'phone',
  'desk',
  'machines',
  'wire',
  'i18n',
  'tools/messages',
  'tools/vite',
  'index.html',
  'vite.config.ts',
  'vite.phone.config.ts',
  'vite.desk.config.ts',
  'package-lock.json',
];

const modificationTime = (path: string): number => statSync(path).mtimeMs;

/** The time of the last modification of a file, or of any file in a folder; 0 if the path does not exist. */
function newestModification(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const files = readdirSync(path, { recursive: true, withFileTypes: true });
  return Math.max(
    stats.mtimeMs,
    ...files.map((entry) => modificationTime(join(entry.parentPath, entry.name))),
  );
}

/** The file information of the built page; undefined if the portal is not built. */
const builtPageStats = (root: string) =>
  statSync(join(root, 'dist', 'index.html'), { throwIfNoEntry: false });

/** Whether a built portal exists, even if sources have changed since. */
export const isBuilt = (root: string): boolean => builtPageStats(root) !== undefined;

/** Whether the portal has to be built: it was not built, or a source has changed since. */
export function isStale(root: string): boolean {
  const built = builtPageStats(root);
  return !built || SOURCES.some((source) => newestModification(join(root, source)) > built.mtimeMs);
}
