export {
  type FakeReply,
  type FakeRoute,
  type FakeTransport,
  fakeTransport,
} from './fake-transport.ts'
export {
  type Recording,
  type RecordingTransport,
  type RecordOptions,
  recordingTransport,
  replayTransport,
} from './recorder.ts'
