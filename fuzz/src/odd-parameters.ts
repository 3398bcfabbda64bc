/** Parameters of paths and queries that break careless code, each tried alone. */
import type { Call, Parameter } from './document.ts'

/** As they stand in a URL. */
export const ODD_PARAMETERS = [
  '',
  '%',
  '%zz',
  '%00',
  'a%00b',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%F0%9F%98%80',
  '%2e%2e',
  '..',
  '%2F',
  '%252F',
  ';a=b',
  'a%0d%0ab',
  'x'.repeat(5000),
  '%61'.repeat(249),
  '%61'.repeat(600),
  '0',
  '-1',
  '-0',
  '9'.repeat(30),
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '1e3',
  '1e21',
  '1e400',
  '-1e400',
  'Infinity',
  '-Infinity',
  'NaN',
  '0x10',
  '1.0',
  '1e-400',
  '+1',
  '%201',
  '1%20',
  '1_000',
  "1'",
] as const

/** A parameter of a call, and the text that it gets. */
export interface OddParameter {
  readonly call: Call
  readonly parameter: Parameter
  readonly text: string
}

/** One text for each parameter of each call. In as many successive rounds as there are texts, each parameter gets each of them. */
export function* listOddParameters(calls: readonly Call[], round: number): Generator<OddParameter> {
  let number = round
  for (const call of calls) {
    for (const parameter of call.operation.parameters ?? []) {
      if (parameter.in === 'header') continue
      const text = ODD_PARAMETERS[number % ODD_PARAMETERS.length] ?? ''
      yield { call, parameter, text }
      number += 1
    }
  }
}
