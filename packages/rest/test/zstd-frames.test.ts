import { constants, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ZstdFrames } from '../src/http/response/zstd-frames.ts'

function isComplete(bytes: Uint8Array, pieceSize = bytes.byteLength || 1): boolean {
  const frames = new ZstdFrames()
  for (let at = 0; at < bytes.byteLength; at += pieceSize) {
    frames.push(bytes.subarray(at, at + pieceSize))
  }
  return frames.complete
}

const compressions = fc.record({
  [constants.ZSTD_c_compressionLevel]: fc.constantFrom(1, 3, 19),
  [constants.ZSTD_c_checksumFlag]: fc.constantFrom(0, 1),
  [constants.ZSTD_c_contentSizeFlag]: fc.constantFrom(0, 1),
})
const content = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .record({ byte: fc.nat(255), length: fc.nat(400_000) })
    .map(({ byte, length }) => Buffer.alloc(length, byte)),
)

describe('ZstdFrames', () => {
  test('detects the end of any stream, in pieces of any size', () => {
    fc.assert(
      fc.property(content, compressions, fc.integer({ min: 1, max: 50 }), (bytes, params, size) => {
        expect(isComplete(zstdCompressSync(bytes, { params }), size)).toBe(true)
      }),
    )
  })

  test('detects that a stream is cut off, at any position', () => {
    fc.assert(
      fc.property(
        content,
        compressions,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (bytes, params, at) => {
          const whole = zstdCompressSync(bytes, { params })
          const cut = whole.subarray(0, Math.min(whole.length - 1, Math.floor(at * whole.length)))
          expect(isComplete(cut)).toBe(false)
        },
      ),
    )
  })

  test('follows several frames and skippable frames', () => {
    const frame = zstdCompressSync('text')
    const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
    const whole = Buffer.concat([frame, skippable, frame])
    expect(isComplete(whole)).toBe(true)
    expect(isComplete(Buffer.concat([frame, skippable]))).toBe(true)
    expect(isComplete(whole.subarray(0, frame.length + 5))).toBe(false)
    expect(isComplete(whole.subarray(0, whole.length - 1))).toBe(false)
  })

  test('treats an empty stream as incomplete', () => {
    expect(isComplete(new Uint8Array(0))).toBe(false)
  })

  test('never loops or fails for any input', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => typeof isComplete(bytes) === 'boolean'))
  })
})
