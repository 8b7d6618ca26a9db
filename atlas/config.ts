import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LaunchOptions } from '@playwright/test';
import type { AnyStateMachine } from 'xstate';
import type { LocalizedText, ScreensConfig } from '#atlas/screens/types.ts';
import type { Synonyms } from '#atlas/site/match.ts';

/** Where the words of the machines are: the names and descriptions of states, events, timers and other parts. */
export type WordsConfig = {
  /** Folder with a file for each table: `states.md`, `events.md`, … */
  readonly folder: string;
  /** Glob pattern of further files, such as a file for each flow. Such a file has a heading and a table for each kind of words. */
  readonly ofFlows?: string;
};

/** A journey: a sequence of screens that a person sees. */
export type Journey = {
  readonly id: string;
  readonly name: LocalizedText;
  /** Ids of the states whose screens the person sees, in order. */
  readonly states: readonly string[];
};

/** The configuration of a project. Only `machines` is required. Paths of folders and files are relative to the project's folder. */
export type AtlasConfig = {
  /** Returns all machines of the project. */
  readonly machines: () => Promise<readonly AnyStateMachine[]>;
  /** Folder into which the charts are written; `docs/flows` by default. */
  readonly charts?: string;
  /** Folder into which the atlas is built; `dist-atlas` by default. */
  readonly site?: string;
  readonly words?: WordsConfig;
  /** Folder with the texts of the screens, in files `<name>.<language>.json` or `<language>.json`. */
  readonly texts?: string;
  /**
   * Returns the origin of a text, such as `spec 2` for a text that section 2 of a specification defines. Without this function,
   * all texts have the origin `ours`.
   */
  readonly textSetBy?: (key: string, english: string) => string;
  /** The main paths of machines and compound states, by their ids: the names of the states on the path, separated by spaces. */
  readonly mainPaths?: Readonly<Record<string, string>>;
  /** The most important journeys. The start page of the atlas shows the first journey. */
  readonly journeys?: readonly Journey[];
  /** Groups of words and phrases, in any language, that the search treats as equal. */
  readonly synonyms?: Synonyms;
  /** Folder with the traces of the tests; `coverage` by default. */
  readonly coverage?: string;
  /** File with the remarks of reviewers; `docs/remarks.json` by default. */
  readonly remarks?: string;
  /** Returns launch options for the Chromium that prints flows and takes screenshots; the defaults of Playwright when absent. */
  readonly browser?: () => Promise<LaunchOptions>;
  readonly screens?: ScreensConfig;
};

/** Creates the configuration for a project folder. The folder of an older revision is a different folder. */
export type AtlasConfigOf = (root: string) => AtlasConfig;

/** Returns its argument. Use it for the default export of `atlas.config.ts`, so that TypeScript checks the configuration. */
export const defineAtlas = (configOf: AtlasConfigOf): AtlasConfigOf => configOf;

const DEFAULTS = {
  charts: 'docs/flows',
  site: 'dist-atlas',
  coverage: 'coverage',
  remarks: 'docs/remarks.json',
};

/** The configuration of a project with the default values, and the folder of the project as `root`. */
export type Project = AtlasConfig & Readonly<typeof DEFAULTS> & { readonly root: string };

/** The name of the configuration file. */
export const CONFIG_FILE = 'atlas.config.ts';

/**
 * Reads the configuration of a project folder.
 * @param root the folder of the project, which may contain an older revision
 * @param fallbackFolder the folder whose configuration is used when `root` contains no configuration
 * @throws when both folders contain no configuration
 */
export async function openProject(root: string, fallbackFolder = root): Promise<Project> {
  const file = [root, fallbackFolder].map((folder) => join(folder, CONFIG_FILE)).find(existsSync);
  if (file === undefined) throw new Error(`${join(root, CONFIG_FILE)} is missing`);
  const { default: configOf }: { readonly default: AtlasConfigOf } = await import(pathToFileURL(file).href);
  return { ...DEFAULTS, ...configOf(root), root };
}
