// Archives: another reader of zip finds in them what was put in.

import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { crc32, makeZip } from '../../../www/js/data/zip.js';

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

/* The check value of CRC-32/ISO-HDLC in the catalogue of CRC algorithms. */
test('the checksum', () => assert.equal(crc32(bytes('123456789')), 0xcbf43926));

test('another program reads what was written', () => {
	const files = [['a.json', '{"a": 1}'], ['folder/1/ä €.txt', 'Guten Tag\n'.repeat(1000)],
		['empty', '']].map(([name, text], i) => ({ name, bytes: bytes(text),
		at: new Date(Date.UTC(2026, 10, 1 + i, 13, 14, 16)) }));
	const zip = Buffer.concat(makeZip(files));
	const r = spawnSync('python3', ['-c', 'import io, sys, json, zipfile\n' +
	    'z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))\n' +
	    'assert z.testzip() is None\n' +
	    'print(json.dumps([[i.filename, list(i.date_time), z.read(i).decode()]\n' +
	    '    for i in z.infolist()]))'], { input: zip, encoding: 'utf8' });

	assert.equal(r.stderr, '');
	assert.deepEqual(JSON.parse(r.stdout), files.map((f, i) => [f.name,
		[2026, 11, 1 + i, 13, 14, 16], Buffer.from(f.bytes).toString()]));
});
