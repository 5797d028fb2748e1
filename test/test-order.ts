import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { mostFirst } from '#test/test-projects.ts'

/** Vitest's own order is that of the names of the projects. Files of one project stay together, as it keeps a worker for them. */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return mostFirst(await super.sort(files), ({ project }) => project.name)
  }
}
