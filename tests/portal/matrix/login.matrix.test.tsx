import { LOGIN_CALLS } from './login-calls.ts';
import { LOGIN_SENTENCES } from './login-sentences.ts';
import { describeMatrix } from './matrix.ts';

describeMatrix(LOGIN_CALLS, LOGIN_SENTENCES);
