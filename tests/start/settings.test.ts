import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '#cli/start/settings.ts';

const DEFAULTS = {
  port: 8080,
  labPort: 8081,
  deskPort: 8082,
  host: null,
  dataDir: null,
  databaseUrl: null,
  dataKeys: null,
  ops: null,
  probeSeconds: 5,
  logLevel: 'info',
  fresh: false,
  help: false,
};

describe('the settings of npm start', () => {
  it('have defaults, such as the ports 8080 and 8081', () => {
    expect(readSettings({}, [])).toEqual(DEFAULTS);
    expect(readSettings({ PORT: '', LAB_PORT: '', HOST: '', DATA_DIR: '' }, [])).toEqual(DEFAULTS);
  });

  it('follow the environment and --fresh', () => {
    const env = {
      PORT: '9000',
      LAB_PORT: '9001',
      DESK_PORT: '9002',
      HOST: '0.0.0.0',
      DATA_DIR: '/var/lib/munjigi',
    };
    expect(readSettings(env, ['--fresh'])).toEqual({
      ...DEFAULTS,
      port: 9000,
      labPort: 9001,
      deskPort: 9002,
      host: '0.0.0.0',
      dataDir: '/var/lib/munjigi',
      fresh: true,
    });
    expect(readSettings({}, ['--help']).help).toBe(true);
  });

  it('enable health and metrics with a port, by default for this machine only', () => {
    expect(readSettings({ OPS_PORT: '9464' }, []).ops).toEqual({ host: '127.0.0.1', port: 9464 });
    const env = { OPS_PORT: '9464', OPS_HOST: '10.0.0.5', PROBE_SECONDS: '0', LOG_LEVEL: 'warn' };
    const expected = { ops: { host: '10.0.0.5', port: 9464 }, probeSeconds: 0, logLevel: 'warn' };
    expect(readSettings(env, [])).toMatchObject(expected);
  });

  it('accept a PostgreSQL database and refuse others without repeating the password', () => {
    const url = 'postgres://munjigi:secret@db.example:5432/munjigi';
    expect(readSettings({ DATABASE_URL: url }, []).databaseUrl).toBe(url);
    const wrong = () => readSettings({ DATABASE_URL: 'mysql://munjigi:secret@db.example/munjigi' }, []);
    expect(wrong).toThrow(SettingsError);
    expect(wrong).not.toThrow('secret');
    const example = 'postgres://munjigi:REPLACE-with-a-secret@db.example:5432/munjigi';
    expect(() => readSettings({ DATABASE_URL: example }, [])).toThrow('placeholder');
    expect(() => readSettings({ DATABASE_URL: url }, ['--fresh'])).toThrow(
      'only removes the SQLite files in DATA_DIR',
    );
  });

  it('read the keys of the data, one or several, from the environment or a file, and never repeat them', () => {
    const [one, other] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    const idsOf = (env: Record<string, string>) => readSettings(env, []).dataKeys?.map(({ id }) => id);
    const both = idsOf({ DATA_KEY: `${one},${other}` });
    expect(both).toEqual([idsOf({ DATA_KEY: one ?? '' })?.[0], idsOf({ DATA_KEY: other ?? '' })?.[0]]);
    const folder = mkdtempSync(join(tmpdir(), 'munjigi-data-key-'));
    const file = join(folder, 'keys');
    writeFileSync(file, `${one}\n${other}\n`);
    expect(idsOf({ DATA_KEY_FILE: file })).toEqual(both);
    rmSync(folder, { recursive: true });

    const short = () => readSettings({ DATA_KEY: `${one} c2hvcnQ=` }, []);
    expect(short).toThrow('DATA_KEY: A data key has to be 32 random bytes in base64.');
    expect(short).not.toThrow('c2hvcnQ');
    expect(() => readSettings({ DATA_KEY_FILE: file }, [])).toThrow(`${file}, which cannot be read (ENOENT)`);
    expect(() => readSettings({ DATA_KEY: one, DATA_KEY_FILE: file }, [])).toThrow('not both');
  });

  it('allow --fresh in production only together with --yes', () => {
    expect(readSettings({ MUNJIGI_MODE: 'production' }, ['--fresh', '--yes']).fresh).toBe(true);
  });

  it.each([
    [{ PORT: '0' }, [], 'PORT has to be a port number'],
    [{ LAB_PORT: '65536' }, [], 'LAB_PORT has to be a port number'],
    [{ PORT: '80a' }, [], 'not "80a"'],
    [{ OPS_PORT: '8080' }, [], 'PORT and OPS_PORT are both 8080'],
    [{ PROBE_SECONDS: '-1' }, [], 'PROBE_SECONDS has to be'],
    [{ LOG_LEVEL: 'loud' }, [], 'LOG_LEVEL has to be one of debug, info, warn, error'],
    [{ PORT: '8081' }, [], 'are both 8081'],
    [{}, ['--frsh'], "Unknown option '--frsh'"],
    [{}, ['fresh'], 'Usage: npm start -- [--fresh'],
    [{ MUNJIGI_MODE: 'production' }, ['--fresh'], 'use --fresh --yes'],
  ])('refuse %j %j', (env, args, message) => {
    const read = () => readSettings(env, args);
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(message);
  });
});
