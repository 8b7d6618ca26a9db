import { LOGIN_CALLS } from './login-calls.ts';
import { describeMatrix } from './matrix.ts';

describeMatrix(LOGIN_CALLS);
