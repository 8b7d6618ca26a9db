import { LOGIN_CALLS } from './login-calls.ts';
import { LOGIN_MESSAGES } from './login-messages.ts';
import { describeMatrix } from './matrix.ts';

describeMatrix(LOGIN_CALLS, LOGIN_MESSAGES);
