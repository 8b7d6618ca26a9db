import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of the built portal. */
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

const modified = (path: string): number => statSync(path).mtimeMs;

function newest(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const files = readdirSync(path, { recursive: true, withFileTypes: true });
  return Math.max(stats.mtimeMs, ...files.map((entry) => modified(join(entry.parentPath, entry.name))));
}

const builtPage = (root: string) => statSync(join(root, 'dist', 'index.html'), { throwIfNoEntry: false });

/** Whether a built portal exists, of any age. */
export const isBuilt = (root: string): boolean => builtPage(root) !== undefined;

/** Whether the portal has to be built: there is no build, or a source is newer. */
export function isStale(root: string): boolean {
  const built = builtPage(root);
  return !built || SOURCES.some((source) => newest(join(root, source)) > built.mtimeMs);
}
