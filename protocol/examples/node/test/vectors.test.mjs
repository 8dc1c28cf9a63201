import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProtocol } from '../tools/protocol.mjs';
import { everyTest } from '../tools/vectors.mjs';

test('every vector', () => {
  let count = 0;
  for (const { op, id, expect, result, good } of everyTest(join(findProtocol(), 'vectors'))) {
    assert.ok(good, `${op} '${id}': expected ${JSON.stringify(expect)}, got ${JSON.stringify(result)}`);
    count += 1;
  }
  assert.ok(count > 1000);
});
