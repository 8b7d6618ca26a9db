import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { configFile } from '#server/config/schema.ts';
import { hashPassword } from '#server/login/password/hash.ts';

// Reads a password from standard input and prints its hash, for `accounts[].passwordHash` of the configuration.
const password = (await text(process.stdin)).replace(/\r?\n$/, '');
if (password === '') {
  console.error('Type or pipe in the password, then end the input.');
  process.exitCode = 1;
} else {
  console.log(await hashPassword(password, v.parse(configFile, {}).argon2));
}
