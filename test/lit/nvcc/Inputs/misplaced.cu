__global__ void kernel(float *data) {
  float x = data[threadIdx.x];
#pragma argus region("twice")
  x += 1.0f;
#pragma argus region("twice")
  x *= 3.0f;
  data[threadIdx.x] = x;
}
