import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import { parseRemarks, type Remark } from './remark.ts';

/** The remarks that are committed with a project; empty without such a file. */
export function readRemarks({ root, remarks }: Pick<Project, 'root' | 'remarks'>): readonly Remark[] {
  const file = join(root, remarks);
  return existsSync(file) ? parseRemarks(readFileSync(file, 'utf8')) : [];
}
