import type { z } from 'zod'

/**
 * How a value object reads unknown keys: requests and responses refuse them (`z.strictObject`), stored JSON is read without
 * those that a newer release added (`z.object`).
 */
export type ObjectOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.ZodObject<Shape>
