import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '#scripts/start/settings.ts';

describe('the settings of npm start', () => {
  it('are 8080 and 8081 when nothing is said', () => {
    expect(readSettings({}, [])).toEqual({ port: 8080, labPort: 8081, fresh: false });
    expect(readSettings({ PORT: '', LAB_PORT: '' }, [])).toEqual({ port: 8080, labPort: 8081, fresh: false });
  });

  it('follow the environment and --fresh', () => {
    expect(readSettings({ PORT: '9000', LAB_PORT: '9001' }, ['--fresh'])).toEqual({
      port: 9000,
      labPort: 9001,
      fresh: true,
    });
  });

  it.each([
    [{ PORT: '0' }, [], 'PORT has to be a port number'],
    [{ LAB_PORT: '65536' }, [], 'LAB_PORT has to be a port number'],
    [{ PORT: '80a' }, [], 'not "80a"'],
    [{ PORT: '8081' }, [], 'are both 8081'],
    [{}, ['--frsh'], "Unknown option '--frsh'"],
    [{}, ['fresh'], 'Use: npm start -- [--fresh]'],
  ])('refuse %j %j', (env, args, message) => {
    const read = () => readSettings(env, args);
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(message);
  });
});
