/** The sampler that the standard variables choose. */
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

/**
 * Creates the sampler of `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`. The default is `parentbased_always_on`
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/#general-sdk-configuration).
 */
export function samplerOf(env: NodeJS.ProcessEnv, warn: (message: string) => void): Sampler {
  const { OTEL_TRACES_SAMPLER: name = 'parentbased_always_on' } = env
  const root = rootOf(name.replace(/^parentbased_/, ''), env, warn)
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

function rootOf(name: string, env: NodeJS.ProcessEnv, warn: (message: string) => void): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler()
  if (name === 'always_off') return new AlwaysOffSampler()
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  if (name === 'traceidratio' && ratio >= 0 && ratio <= 1) {
    return new TraceIdRatioBasedSampler(ratio)
  }
  warn(
    'OTEL_TRACES_SAMPLER or OTEL_TRACES_SAMPLER_ARG is not supported, so all requests are traced. Use parentbased_traceidratio and a number from 0 to 1.',
  )
  return new AlwaysOnSampler()
}
