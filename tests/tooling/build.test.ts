import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';

const ROOT = join(import.meta.dirname, '..', '..');

const modules = import.meta.glob<Record<string, unknown>>('/machines/**/*.machine.ts', { eager: true });
const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;
const machines = Object.values(modules).flatMap((exports) => Object.values(exports).filter(isMachine));

const statesOf = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(statesOf),
];
const states = machines.flatMap((machine) => statesOf(machine.root));
const descriptions = states.flatMap(({ description }) => description ?? []);

type Files = readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[];

const textOf = (file: Files[number]): string => String(file.type === 'chunk' ? file.code : file.source);

describe('the built portal', () => {
  let files: Files;
  let text: string;

  beforeAll(async () => {
    vi.stubEnv('NODE_ENV', 'production');
    const result = await build({
      root: ROOT,
      logLevel: 'silent',
      mode: 'production',
      build: { write: false },
    });
    if (!('output' in result)) throw new Error('The build gave no output');
    files = result.output;
    text = files.map(textOf).join('\n');
  });

  test('leaves out what states say to readers of the charts', () => {
    expect(descriptions.length).toBeGreaterThan(0);
    expect(descriptions.filter((description) => text.includes(description))).toEqual([]);
  });

  test('keeps paths and titles of screens', () => {
    expect(text).toContain('/first/auth?type=pw');
    expect(text).toContain('title.password');
  });

  test('leaves out the parser of messages', () => {
    expect(text).not.toContain('EXPECT_ARGUMENT_CLOSING_BRACE');
  });

  test('leaves out everything for development', () => {
    const sources = files.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
    expect(sources.filter((source) => /inspect|gallery|react-refresh|\.development\./.test(source))).toEqual(
      [],
    );
  });

  test('has no script and no style within the page', () => {
    const page = files.find(({ fileName }) => fileName === 'index.html');
    const html = page ? textOf(page) : '';
    expect(html).toContain('<script type="module" crossorigin src="/assets/');
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
  });

  test('has no picture within a style sheet', () => {
    const styles = files.filter(({ fileName }) => fileName.endsWith('.css'));
    expect(styles.filter((style) => textOf(style).includes('url(data:'))).toEqual([]);
  });
});
