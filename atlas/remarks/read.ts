import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '#atlas/config.ts';
import { parseRemarks, type Remark } from './remark.ts';

/** The remarks in the file of a project; empty when the project has no such file. */
export function readRemarks({ root, remarks }: Pick<Project, 'root' | 'remarks'>): readonly Remark[] {
  const file = join(root, remarks);
  return existsSync(file) ? parseRemarks(readFileSync(file, 'utf8')) : [];
}
