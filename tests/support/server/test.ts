import { test as base } from 'vitest';
import { testServer } from './server.ts';

/** Creates a `test` with fixtures: a `server` with this configuration file, the parts of the server, and a `browser`. */
export const testWith = (file: Parameters<typeof testServer>[0]) =>
  base
    .extend('server', () => testServer(file))
    .extend('browser', ({ server }) => server.browser())
    .extend('portal', ({ server }) => server.portal)
    .extend('engine', ({ server }) => server.engine)
    .extend('wait', ({ server }) => server.wait)
    .extend('clock', ({ server }) => server.clock)
    .extend('db', ({ server }) => server.db)
    .extend('app', ({ server }) => server.app)
    .extend('faults', ({ server }) => server.faults);

/** A `test` with a server of the default configuration. */
export const test = testWith({});

/** Creates a `test` with the fixture `setup`: the result of `setUp`, which is called for each test that uses the fixture. */
export const testWithSetup = <Setup>(setUp: () => Promise<Setup>) => test.extend('setup', () => setUp());
