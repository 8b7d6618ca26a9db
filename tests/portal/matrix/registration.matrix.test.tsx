import { describeMatrix } from './matrix.ts';
import { REGISTERING_CALLS } from './registration-calls.ts';

describeMatrix(REGISTERING_CALLS);
