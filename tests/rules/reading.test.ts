import { describe, expect, test } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';

const MAX_FILES = 15;
const MAX_LINES = 1_500;

const [readingGuide] = projectFiles('docs/reading.md');

/** The files to which the guide links, in order. */
const linkedFiles = [
  ...(readingGuide?.text ?? '').matchAll(/^\*\*\d+\. \[([^\]]+)\]\(\.\.\/([^)]+)\)\*\*/gm),
].map(([, name = '', path = '']) => ({ name, path }));

describe('the reading guide for one sign-in', () => {
  test('links only to existing files', () => {
    expect(linkedFiles.length).toBeGreaterThan(10);
    for (const { name, path } of linkedFiles) {
      expect(name).toBe(path);
      expect(projectFiles(path), path).toHaveLength(1);
    }
  });

  test('has at most 15 files and 1,500 lines', () => {
    const lines = linkedFiles
      .flatMap(({ path }) => projectFiles(path))
      .map(({ text }) => text.trimEnd().split('\n').length);
    expect(lines.length).toBeLessThanOrEqual(MAX_FILES);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MAX_LINES);
  });
});
